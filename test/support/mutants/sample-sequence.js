import TestSequencer from '@jest/test-sequencer';

/** Runs spec files in the order in which they were given. */
export default class AsGiven extends TestSequencer {
  sort(tests) {
    const paths = JSON.parse(process.env.WES_MUTANT_SPECS ?? '[]');
    return tests.toSorted((one, other) => paths.indexOf(one.path) - paths.indexOf(other.path));
  }
}
