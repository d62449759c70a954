import type { Finding } from './program.js';

/** The findings of a program as lines of text. */
export function print(findings: readonly Finding[], tookMs: number): string {
  const lines = findings.map(
    ({ promise, seen, holds }) => `  ${holds ? 'holds ' : 'BROKEN'}  ${promise}: ${seen}`,
  );
  const broken = findings.filter(({ holds }) => !holds).length;
  const verdict =
    broken === 0 ? 'every promise holds' : `${broken} of ${findings.length} promises are broken`;
  return `${lines.join('\n')}\n  ${verdict}, after ${Math.round(tookMs / 1_000)} s\n`;
}
