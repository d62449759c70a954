/** Records of objects that are gone, for the feed. */
export abstract class Tombstones {
  /** @returns the number that was removed of the kind of which most were */
  abstract removeOlderThan(ageMs: number, limit: number): Promise<number>;
}
