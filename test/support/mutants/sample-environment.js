import { appendFileSync } from 'node:fs';
import { TestEnvironment } from 'jest-environment-node';

/** The state of instrumented code. */
const stryker = (globalThis.__stryker__ ??= {});

/** Records which mutants the tests of a spec file reach, and which are reached outside of tests. */
export default class CoverageEnvironment extends TestEnvironment {
  start = Date.now();
  hasFailed = false;

  constructor(config, context) {
    super(config, context);
    this.path = context.testPath;
  }

  handleTestEvent({ name, test }) {
    if (name === 'test_start') stryker.currentTestId = this.path;
    if (name !== 'test_done') return;
    stryker.currentTestId = undefined;
    this.hasFailed ||= test.errors.length > 0;
  }

  async teardown() {
    const { static: outside = {}, perTest = {} } = stryker.mutantCoverage ?? {};
    const record = {
      path: this.path,
      hasFailed: this.hasFailed,
      milliseconds: Date.now() - this.start,
      mutants: Object.keys(perTest[this.path] ?? {}),
      outside: Object.keys(outside),
    };
    if (process.env.WES_MUTANT_COVERAGE) {
      appendFileSync(process.env.WES_MUTANT_COVERAGE, `${JSON.stringify(record)}\n`);
    }
    await super.teardown();
  }
}
