/** Files to mutate and specs to run, from `npm run mutants -- <folder>` (test/support/mutants/run.js). */
const { mutate, testMatch, concurrency, timeoutMS, report } = JSON.parse(process.env.WES_MUTANTS ?? '{}');

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate,
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  plugins: ['@stryker-mutator/jest-runner', './test/support/mutants/ignorer.js'],
  ignorers: ['texts'],
  coverageAnalysis: 'perTest',
  // Each static mutant would run all specs of its folder: mappings, tables of constants and texts of SQL.
  ignoreStatic: true,
  // swc does not check types.
  disableTypeChecks: false,
  ignorePatterns: ['/dist', '/bench', '/docs', '/.data', '/coverage', '/reports'],
  jest: {
    // The specs are chosen by folder; every e2e spec is related to every file.
    enableFindRelatedTests: false,
    config: {
      testMatch,
      // Each mutant needs modules of its own.
      testRunner: 'jest-circus/runner',
      extensionsToTreatAsEsm: ['.ts'],
      moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
      transform: {
        '^.+\\.ts$': [
          '@swc/jest',
          {
            jsc: {
              parser: { syntax: 'typescript', decorators: true },
              transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
              target: 'es2023',
            },
            module: { type: 'es6' },
            sourceMaps: 'inline',
          },
        ],
      },
      // Slow, and they find nothing that the others do not find: plans of queries, large workbooks.
      testPathIgnorePatterns: [
        '/(index-usage|deep-pages|simultaneous-look-ups)\\.e2e-spec\\.ts$',
        '/workbook/(any-plan|large-plans)\\.spec\\.ts$',
      ],
      runner: '<rootDir>/test/support/mutants/runner.js',
      // run.js starts PostgreSQL once for all mutants.
      globalSetup: null,
      globalTeardown: null,
      setupFiles: ['<rootDir>/test/support/mutants/worker-id.js'],
    },
  },
  concurrency,
  // Modules of finished runs stay in memory.
  maxTestRunnerReuse: 40,
  timeoutMS,
  allowEmpty: true,
  reporters: ['clear-text', 'progress-append-only', 'html', 'json'],
  htmlReporter: { fileName: `reports/mutation/${report}.html` },
  jsonReporter: { fileName: `reports/mutation/${report}.json` },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, skipFull: true },
  allowConsoleColors: false,
};
