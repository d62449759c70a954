/** A place from a change: null is the last one. */
export function placeOf(position: number | null | undefined): number | undefined {
  return position === null ? Number.POSITIVE_INFINITY : position;
}
