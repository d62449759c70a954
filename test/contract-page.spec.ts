import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { document, endpoints } from '../scripts/site/document.js';
import { SCOPE_MEANINGS, SCOPES } from '../src/shared-kernel/actor.js';

const PAGE = 'docs/contract.md';

/** A citation of a heading of the page in a comment, which may break the line. */
const CITATION = /docs\/contract\.md,[\s*]+"([^"]+)"/g;
const NAMED = /docs\/contract\.md/g;

describe('the page of the contract', () => {
  const headings = [...readFileSync(PAGE, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => text);
  const operations = headings.filter((text) => /^`?[A-Z]+ \//.test(text));

  it('has a heading for each operation, in the order of the API, and no other', () => {
    const expected = document.tags.flatMap(({ name }) =>
      endpoints
        .filter(({ operation }) => operation.tags[0] === name)
        .map(({ method, path }) => `\`${method} ${path}\``),
    );
    expect(expected.length).toBeGreaterThan(60);
    expect(operations).toEqual(expected);
  });

  it('has a heading for each resource, and no heading twice', () => {
    expect(headings).toEqual(expect.arrayContaining(document.tags.map(({ name }) => name)));
    expect(headings).toEqual([...new Set(headings)]);
  });

  it('has each scope with its meaning, the usual ones first', () => {
    const section = /^## Roles and scopes$(.+?)^## /ms.exec(readFileSync(PAGE, 'utf8'))?.[1] ?? '';
    const rows = section.matchAll(/^\| `([a-z:]+)` +\| (.+?) +\|$/gm);
    const scopes = [...rows].map(([, scope, meaning]) => [scope, meaning]);
    expect(scopes).toEqual(SCOPES.map((scope) => [scope, SCOPE_MEANINGS[scope]]));
  });

  it('has every heading that a comment of the code cites', () => {
    const found = sourceFiles().flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      const cited = [...text.matchAll(CITATION)].map(([, heading = '']) =>
        heading.replaceAll(/\s+\*?\s*/g, ' '),
      );
      expect([file, cited.length]).toEqual([file, text.match(NAMED)?.length ?? 0]);
      return cited.map((heading) => ({ file, heading }));
    });
    expect(found.length).toBeGreaterThan(0);
    const names = headings.map((text) => text.replaceAll('`', ''));
    expect(found.filter(({ heading }) => !names.includes(heading))).toEqual([]);
  });
});

function sourceFiles(): string[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join('src', file));
}
