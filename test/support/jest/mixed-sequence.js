import TestSequencer from '@jest/test-sequencer';
import { PROGRAMS } from './groups.js';

/** The slowest, whatever the size of its file says. */
const FIRST = /\/test\/trust\//;

/** Files that follow each of those that wait. The rest comes last, so that no slow file is left alone at the end. */
const BETWEEN = 3;

/** Mixes files that wait with those that compute. */
export default class Mixed extends TestSequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    // They wait for their programs; the others keep the processors busy.
    const waiting = sorted.filter(({ path }) => PROGRAMS.test(path));
    const computing = sorted.filter(({ path }) => !PROGRAMS.test(path));
    const slowestFirst = waiting.toSorted((a, b) => Number(FIRST.test(b.path)) - Number(FIRST.test(a.path)));
    return [...slowestFirst.flatMap((test) => [test, ...computing.splice(0, BETWEEN)]), ...computing];
  }
}
