/** Distance of neighbours in a list, so that others find room between them. */
const STEP = 1_024;

/** Of the type `integer` of PostgreSQL. */
const MAX_PLACE = 2_147_483_647;

/**
 * Places for the entries of a list, rising in their order. As many as possible keep their places, so that a removal, an
 * insertion or a move changes no other entry. Where there is no room left, all get new places.
 * @param ids - in their order
 * @param stored - places of known entries
 */
export function placesFor(ids: readonly string[], stored: ReadonlyMap<string, number>): number[] {
  const places: number[] = [];
  let open = 0;
  const fill = (upper: number | undefined): void => {
    places.push(...placesBetween(places.at(-1), upper, open));
    open = 0;
  };
  for (const place of keptPlaces(ids.map((id) => stored.get(id)))) {
    if (place === undefined) {
      open++;
      continue;
    }
    fill(place);
    places.push(place);
  }
  fill(undefined);
  const isRising = places.every((place, index) => index === 0 || place > (places[index - 1] as number));
  const isStorable = places.every((place) => Math.abs(place) <= MAX_PLACE);
  return isRising && isStorable ? places : ids.map((_, index) => index * STEP);
}

/** Where there is no room, the places do not rise. */
function placesBetween(lower: number | undefined, upper: number | undefined, count: number): number[] {
  const indexes = Array.from({ length: count }, (_, index) => index);
  if (upper === undefined) return indexes.map((index) => (lower ?? -STEP) + STEP * (index + 1));
  if (lower === undefined) return indexes.map((index) => upper - STEP * (count - index));
  return indexes.map((index) => lower + Math.floor(((upper - lower) * (index + 1)) / (count + 1)));
}

/** The longest rising part of the places; the others are undefined. */
function keptPlaces(places: readonly (number | undefined)[]): (number | undefined)[] {
  // For each length, the index of the least place at which a rising part of that length ends.
  const ends: number[] = [];
  const before = places.map((place, index) => {
    if (place === undefined) return undefined;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[ends[middle] as number] as number) < place) low = middle + 1;
      else high = middle;
    }
    ends[low] = index;
    return ends[low - 1];
  });
  const kept = new Set<number>();
  for (let index = ends.at(-1); index !== undefined; index = before[index]) kept.add(index);
  return places.map((place, index) => (kept.has(index) ? place : undefined));
}
