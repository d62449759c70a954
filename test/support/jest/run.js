import { createRequire } from 'node:module';

/** Starts jest, for which `--only GROUP` becomes a setting that `jest.config.js` reads. */
const at = process.argv.indexOf('--only');
if (at !== -1) [, process.env['TEST_GROUP'] = 'none'] = process.argv.splice(at, 2);
createRequire(import.meta.url)('jest/bin/jest');
