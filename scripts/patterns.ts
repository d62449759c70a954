import { codeFiles, patternsOf } from './patterns/collect.js';
import { decide, type Finding } from './patterns/decide.js';
import { EXCEPTIONS } from './patterns/exceptions.js';
import { reachedPackages } from './patterns/packages.js';
import { NO_RESULTS, readResults, writeResults } from './patterns/results.js';
import { unsafeOf, type Unsafe } from './patterns/search.js';

/**
 * Searches patterns that take exponential or polynomial time for some text: in the code, and in the packages that texts
 * of strangers reach. Patterns with a result in `results.json` are not searched again, except with `--all`.
 */
const known = process.argv.includes('--all') ? NO_RESULTS : readResults();
const findings: Finding[] = [];
let searched = 0;

const { found, made } = patternsOf(['src', 'packages/client/src'].flatMap(codeFiles));
const isSafe = new Set(known.safe);
const unknown = found.filter(({ text }) => !isSafe.has(text) && known.unsafe[text] === undefined);
searched += unknown.length;
const unsafe = { ...known.unsafe, ...(await unsafeOf({ found: unknown, made })) };
for (const { text, places } of [...found, ...made]) {
  const why = unsafe[text];
  const files = new Set(places.map((place) => place.replace(/:\d+$/, '')));
  if (why !== undefined) for (const where of files) findings.push({ where, pattern: text, why });
}

const packages: Record<string, Unsafe> = {};
for (const { id, name, folder } of reachedPackages()) {
  let result = known.packages[id];
  if (result === undefined) {
    const patterns = patternsOf(codeFiles(folder));
    result = await unsafeOf(patterns);
    searched += patterns.found.length;
  }
  packages[id] = result;
  for (const [pattern, why] of Object.entries(result)) findings.push({ where: name, pattern, why });
}

const texts = found.map(({ text }) => text).sort();
writeResults({
  safe: texts.filter((text) => unsafe[text] === undefined),
  unsafe: Object.fromEntries(
    texts.flatMap((text) => (unsafe[text] === undefined ? [] : [[text, unsafe[text]]])),
  ),
  packages,
});

const { open, unused } = decide(findings, EXCEPTIONS);
for (const { where, pattern, why } of open) process.stderr.write(`${where}\n  ${pattern}\n  ${why}\n`);
for (const { where, pattern } of unused)
  process.stderr.write(`${where}\n  ${pattern}\n  is no finding: remove the exception\n`);
process.stderr.write(`patterns: ${searched} searched, ${open.length + unused.length} to change\n`);
process.exit(open.length + unused.length > 0 ? 1 : 0);
