import TestSequencer from '@jest/test-sequencer';

/** They start processes, and wait for them. */
const SLOW = /\/test\/(trust|browser|process|cli|platform\/embedded-postgres)/;

/** Begins with the slow files, some of which are short, so that none of them is left alone at the end. */
export default class SlowestFirst extends TestSequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const isSlow = ({ path }) => SLOW.test(path);
    return [...sorted.filter(isSlow), ...sorted.filter((test) => !isSlow(test))];
  }
}
