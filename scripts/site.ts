import { execFileSync, type StdioOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { build, createServer } from 'vitepress';
import { withSiteLinks } from '../docs/.vitepress/links.js';
import { newest } from './newest.js';
import { PROJECT } from './site/document.js';
import { generatedPages } from './site/pages.js';

/**
 * Writes the generated pages below `docs`, and builds the site into `dist/guide`. With the argument `dev`, shows it
 * and follows changes instead; with `if-changed`, does nothing when the site is newer than its sources.
 */
const [argument] = process.argv.slice(2);
const docs = join(PROJECT, 'docs');
const reference = join(docs, 'reference');
const dist = join(PROJECT, 'dist');
const site = join(dist, 'guide');
/** The site until it is whole. */
const unfinished = join(dist, `guide.${process.pid}`);
const SOURCES = [
  'docs',
  'scripts/site',
  'openapi.json',
  'CHANGELOG.md',
  '.env.example',
  'package.json',
  'packages/client',
];
const OPTIONS = { cwd: PROJECT, stdio: ['ignore', 'ignore', 'inherit'] as StdioOptions };
/** Names of what is generated below the sources. */
const GENERATED = ['index.md', 'reference', 'cache'];

if (argument === 'dev') {
  writePages();
  const server = await createServer(docs);
  await server.listen();
  server.printUrls();
} else if (argument !== 'if-changed' || isOutdated()) {
  removeLeftOvers();
  compileClient();
  writePages();
  await build(docs, { outDir: unfinished });
  linkMarkdown();
  packClient();
  rmSync(site, { recursive: true, force: true });
  renameSync(unfinished, site);
}

/** Removes the folders of builds that were ended. */
function removeLeftOvers(): void {
  for (const name of readdirSync(dist)) {
    const [, pid] = /^guide\.(\d+)$/.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(dist, name), { recursive: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Before the site, which is older than its sources otherwise. */
function compileClient(): void {
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/client.ts'], OPTIONS);
}

/** The package of the client, which the service serves, and its checksum as `sha256sum` writes it. */
function packClient(): void {
  execFileSync('npm', ['pack', '--silent', './packages/client', '--pack-destination', unfinished], OPTIONS);
  const [name] = readdirSync(unfinished).filter((file) => file.endsWith('.tgz'));
  if (name === undefined) throw new Error('The client was not packed.');
  const checksum = createHash('sha256')
    .update(readFileSync(join(unfinished, name)))
    .digest('hex');
  writeFileSync(join(unfinished, `${name}.sha256`), `${checksum}  ${name}\n`);
}

function writePages(): void {
  rmSync(reference, { recursive: true, force: true });
  mkdirSync(reference);
  for (const { file, content } of generatedPages()) writeFileSync(join(docs, file), content());
}

/** Programs read the Markdown of the site, where guides are at the top. */
function linkMarkdown(): void {
  for (const file of readdirSync(unfinished, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.md')) continue;
    const isGuide = existsSync(join(docs, 'guide', file));
    const path = join(unfinished, file);
    writeFileSync(path, withSiteLinks(readFileSync(path, 'utf8'), isGuide ? 'guide' : dirname(file)));
  }
}

function isOutdated(): boolean {
  const built = statSync(join(site, 'index.html'), { throwIfNoEntry: false });
  if (built === undefined) return true;
  return SOURCES.some((source) => newest(join(PROJECT, source), GENERATED) > built.mtimeMs);
}
