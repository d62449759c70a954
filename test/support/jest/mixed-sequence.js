import TestSequencer from '@jest/test-sequencer';

/** They start processes and wait for them; the others keep the processors busy. */
const WAITING = /\/test\/(trust|browser|process|cli|platform\/embedded-postgres)/;

/** The slowest, whatever the size of its file says. */
const FIRST = /\/test\/trust\//;

/** Files that follow each of those that wait. The rest comes last, so that no slow file is left alone at the end. */
const BETWEEN = 3;

/** Mixes files that wait with those that compute. */
export default class Mixed extends TestSequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const waiting = sorted.filter(({ path }) => WAITING.test(path));
    const computing = sorted.filter(({ path }) => !WAITING.test(path));
    const slowestFirst = waiting.toSorted((a, b) => Number(FIRST.test(b.path)) - Number(FIRST.test(a.path)));
    return [...slowestFirst.flatMap((test) => [test, ...computing.splice(0, BETWEEN)]), ...computing];
  }
}
