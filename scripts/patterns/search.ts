import { check } from 'recheck';
import type { FoundPattern, Patterns } from './collect.js';

/**
 * Counts of steps instead of times, so that a busy machine finds the same: a text of 10,000 characters that takes more
 * than 1,000 steps for each of them is a finding.
 */
export const BOUNDS = {
  timeout: null,
  incubationTimeout: null,
  attackTimeout: null,
  attackLimit: 10_000_000,
  maxAttackStringSize: 10_000,
} as const;

/** Patterns, as they are written in the code, each with the reason why it may take too long. */
export type Unsafe = Readonly<Record<string, string>>;

const RUN_TIME = 'is made at run time, so that it cannot be searched';

/** The patterns that take exponential or polynomial time for some text, and those that cannot be searched. */
export async function unsafeOf({ found, made }: Patterns): Promise<Unsafe> {
  const unsafe = new Map(made.map(({ text }) => [text, RUN_TIME]));
  // One after the other: calls at the same time start a process each.
  for (const each of found) {
    const why = await whyUnsafe(each);
    if (why !== undefined) unsafe.set(each.text, why);
  }
  return Object.fromEntries([...unsafe].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const results = new Map<string, Promise<string | undefined>>();

/** Packages have many patterns in common. */
function whyUnsafe(pattern: FoundPattern): Promise<string | undefined> {
  const known = results.get(pattern.text) ?? search(pattern);
  results.set(pattern.text, known);
  return known;
}

async function search({ source, flags }: FoundPattern): Promise<string | undefined> {
  const result = await check(source, flags, BOUNDS);
  if (result.status === 'safe') return undefined;
  if (result.status === 'unknown') return `cannot be searched (${result.error.kind})`;
  return `takes ${result.complexity.summary} time, for example for ${result.attack.pattern}`;
}
