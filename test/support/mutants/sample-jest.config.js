import config from '../../../jest.config.js';

/** The suite for `--sample`: run.js starts PostgreSQL once for all mutants. */
export default {
  ...config,
  rootDir: '../../..',
  testPathIgnorePatterns: [
    ...config.testPathIgnorePatterns,
    // As in stryker.config.js.
    '/(index-usage|deep-pages|simultaneous-look-ups)\\.e2e-spec\\.ts$',
    '/workbook/(any-plan|large-plans)\\.spec\\.ts$',
  ],
  globalSetup: null,
  globalTeardown: null,
  testEnvironment: '<rootDir>/test/support/mutants/sample-environment.js',
  testSequencer: '<rootDir>/test/support/mutants/sample-sequence.js',
};
