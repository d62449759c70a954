import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import JestRunner from 'jest-runner';

/**
 * Runs the spec files that can find a mutant, the fastest first, until one of them fails. Stryker's own runner loads
 * every spec file for every mutant and runs them all to the end; that takes ten times as long here.
 */
export default class MutantRunner extends JestRunner {
  async runTests(tests, watcher, options) {
    if (process.env.__STRYKER_ACTIVE_MUTANT__ === undefined) return this.runAll(tests, watcher, options);
    const names = this._globalConfig.testNamePattern && new RegExp(this._globalConfig.testNamePattern, 'i');
    const files = JSON.parse(readFileSync(recordPath(tests), 'utf8'));
    const found = tests
      .map((test) => ({ test, ...files[test.path] }))
      .filter((file) => !names || file.names.some((name) => names.test(name)))
      .sort((one, other) => one.milliseconds - other.milliseconds);
    let hasFailed = false;
    const unsubscribe = [
      this.on('test-file-success', ([, result]) => (hasFailed ||= result.numFailingTests > 0)),
      this.on('test-file-failure', () => (hasFailed = true)),
    ];
    for (const { test } of found) {
      if (hasFailed) break;
      await super.runTests([test], watcher, options);
    }
    for (const end of unsubscribe) end();
  }

  /** The dry run: also records which tests are in which file, and how long it took. */
  async runAll(tests, watcher, options) {
    const files = {};
    const unsubscribe = this.on('test-file-success', ([test, { testResults, perfStats }]) => {
      files[test.path] = {
        names: testResults.map(({ fullName }) => fullName),
        milliseconds: perfStats.end - perfStats.start,
      };
    });
    await super.runTests(tests, watcher, options);
    unsubscribe();
    writeFileSync(recordPath(tests), JSON.stringify(files));
  }
}

function recordPath(tests) {
  return join(tests[0].context.config.rootDir, 'mutant-tests.json');
}
