import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { REACHED } from '../scripts/patterns/packages.js';
import { programs } from './trust/programs.js';

const page = readFileSync('docs/foreign-texts.md', 'utf8');
const words = [...page.matchAll(/`([^`]+)`/g)].map(([, word]) => word!);

/** Packages and modules that read texts, or open sockets to where a stranger says. */
const READERS =
  /^import .* from '(?:raw-body|busboy|jsonc-parser|csv-parse(?:\/.*)?|split2|request-filtering-agent|node:dns(?:\/.*)?|node:https|nodemailer(?:\/.*)?)'/m;
const UNPACKING = /\b(?:unzip(?:Sync)?|inflate(?:Raw)?(?:Sync)?|createInflateRaw|createGunzip|createUnzip)\(/;

it('names every file that reads texts by a package, looks names up or unpacks', () => {
  const readers = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => `src/${file}`)
    .filter((file) => {
      const code = readFileSync(file, 'utf8');
      return READERS.test(code) || UNPACKING.test(code);
    });
  expect(readers.length).toBeGreaterThan(8);
  expect(readers.filter((file) => !words.includes(file))).toEqual([]);
});

it('names files, specs and programs that exist', () => {
  const paths = words.filter((word) => /^(?:src|test)\//.test(word));
  const exists = (path: string): boolean =>
    [path, `${path}.e2e-spec.ts`, `${path}.spec.ts`].some((each) => existsSync(each));
  expect(paths.filter((path) => !exists(path))).toEqual([]);
  const names = words.flatMap((word) => /^(?:npm run )?trust -- (\w+)$/.exec(word)?.[1] ?? []);
  expect(names).toContain('hostile');
  expect(names.filter((name) => !(name in programs))).toEqual([]);
});

it('names limits and settings that are documented, and packages that are searched for slow patterns', () => {
  const documented = ['docs/limits.md', '.env.example'].map((file) => readFileSync(file, 'utf8')).join('\n');
  const constants = words.filter((word) => /^[A-Z][A-Z_]+$/.test(word));
  expect(constants.length).toBeGreaterThan(20);
  expect(constants.filter((name) => !documented.includes(name))).toEqual([]);
  const packages = words.filter((word) => /^[a-z][a-z0-9-]+$/.test(word) && !['zlib'].includes(word));
  const brought = ['path-to-regexp'];
  expect(packages.filter((name) => ![...REACHED, ...brought].includes(name))).toEqual([]);
});

it('compares the counts of packages in docs/security.md with the lock file', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Readonly<Record<string, { readonly dev?: boolean; readonly hasInstallScript?: boolean }>>;
  };
  const locked = Object.entries(packages).filter(([folder]) => folder.includes('node_modules/'));
  const counts = [
    locked.length,
    locked.filter(([, { dev }]) => !dev).length,
    locked.filter(([, { hasInstallScript }]) => hasInstallScript).length,
  ].map((count) => count.toLocaleString('en'));
  const security = readFileSync('docs/security.md', 'utf8');
  expect(security).toContain(`- ${counts[0]} packages are locked`);
  expect(security).toContain(`${counts[1]} of them belong to production`);
  expect(security).toContain(`- ${counts[2]} packages have an install script`);
});
