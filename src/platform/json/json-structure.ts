const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST] = [0x5b, 0x5d];
const [OPEN_OBJECT, CLOSE_OBJECT] = [0x7b, 0x7d];

/** Most of what costs `JSON.parse` far more than its bytes. */
export interface StructureLimits {
  /** Levels of lists and objects. */
  readonly levels: number;
  /** Properties of an object, repeated names included. */
  readonly properties: number;
}

/**
 * The limit that JSON is over, well-formed or not. `JSON.parse` holds the event loop for more than 100 ms with 1 MiB of
 * openers, or of properties of one object.
 */
export function structureExcess(
  json: Uint8Array,
  { levels, properties }: StructureLimits,
): keyof StructureLimits | undefined {
  /** Properties of the object that is open at each level. A list has none, however many entries. */
  const counts: number[] = [];
  let level = 0;
  let isInText = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (isInText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isInText = false;
    } else if (byte === QUOTE) isInText = true;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (++level > levels) return 'levels';
      counts[level] = byte === OPEN_LIST ? -Infinity : 1;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) level--;
    else if (byte === COMMA) {
      const count = (counts[level] ?? 0) + 1;
      if (count > properties) return 'properties';
      counts[level] = count;
    }
  }
  return undefined;
}
