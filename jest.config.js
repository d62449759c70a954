import { totalmem } from 'node:os';
import { leftOutBy } from './test/support/jest/groups.js';

const WORKERS = 4;

/** Files that start processes of their own share nothing but the machine; the rest share a database per worker. */
export default {
  testEnvironment: 'node',
  rootDir: '.',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts', '**/*.e2e-spec.ts'],
  testPathIgnorePatterns: [
    ...['/node_modules/', '/test/architecture/samples/'],
    ...leftOutBy(process.env['TEST_GROUP']),
  ],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/test/architecture/samples/'],
  // npm run jest compiles TypeScript by a loader of Node, and all files of a worker share their modules.
  testRunner: '<rootDir>/test/support/jest/shared-modules.js',
  transform: {},
  globalSetup: '<rootDir>/test/support/jest/global-setup.js',
  globalTeardown: '<rootDir>/test/support/jest/global-teardown.js',
  testSequencer: '<rootDir>/test/support/jest/mixed-sequence.js',
  // Half of the time goes into files that start processes and wait for them, so two cores have time for four workers.
  maxWorkers: WORKERS,
  // Modules of finished files stay in memory. A new worker has to load them again: with 800 MB the run takes twice the
  // time. Half of the memory of the machine is for the databases, browsers and processes that files start.
  workerIdleMemoryLimit: Math.max(1_500_000_000, totalmem() / 2 / WORKERS),
  // To free so much memory takes a worker longer than the 500 ms of jest. One that a test keeps open is still reported.
  workerGracefulExitTimeout: 10_000,
  // For what starts processes on a busy machine; a test that waits for something says so earlier.
  testTimeout: 180_000,
};
