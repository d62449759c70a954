const MAX_LENGTH = 512;
/** Parts that do not begin with a dot: no `..`, and nothing that a folder keeps for itself. */
const KEY = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/**
 * Checks the key of a file before it becomes a path.
 * @throws {RangeError}
 */
export function checkKey(key: string): void {
  if (key.length > MAX_LENGTH || !KEY.test(key)) {
    throw new RangeError(
      'A key has parts of letters, digits, ".", "_" and "-", joined by "/", none beginning with ".".',
    );
  }
}
