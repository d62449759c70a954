/** Windows of a list of twelve: the query, `from` and `to` of the answer, and the number of entries. */
export const WINDOWS_OF_TWELVE: readonly [query: string, from: number, to: number, length: number][] = [
  ['', 0, 10, 10],
  ['?from=5', 5, 10, 5],
  ['?from=9', 9, 10, 1],
  ['?from=10', 10, 20, 2],
  ['?to=3', 0, 3, 3],
  ['?from=3&to=5', 3, 5, 2],
  ['?from=4&to=4', 4, 4, 0],
  ['?from=12', 12, 22, 0],
  ['?from=100&to=150', 100, 150, 0],
  ['?to=50', 0, 50, 12],
];
