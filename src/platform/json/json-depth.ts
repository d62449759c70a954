const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_LIST, CLOSE_LIST] = [0x5b, 0x5d];
const [OPEN_OBJECT, CLOSE_OBJECT] = [0x7b, 0x7d];

/**
 * True if JSON opens more levels of lists and objects than these, well-formed or not. `JSON.parse` holds the event loop
 * for more than 100 ms with 1 MiB of openers.
 */
export function isDeeperThan(json: Uint8Array, levels: number): boolean {
  let level = 0;
  let isInText = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (isInText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isInText = false;
    } else if (byte === QUOTE) isInText = true;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (++level > levels) return true;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) level--;
  }
  return false;
}
