import { checkContract } from './contract-check.js';

/** Prints each way in which `openapi.json` is not a compatible, simple description; exit status 1 if there is one. */
const problems = checkContract({
  released: 'releases/openapi.json',
  current: 'openapi.json',
  accepted: 'releases/accepted-changes.json',
});
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
