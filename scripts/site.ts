import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
const site = join(PROJECT, 'dist/guide');
const SOURCES = ['docs', 'scripts/site', 'openapi.json', 'CHANGELOG.md', '.env.example', 'package.json'];
/** Names of what is generated below the sources. */
const GENERATED = ['index.md', 'reference', 'cache'];

if (argument === 'dev') {
  writePages();
  const server = await createServer(docs);
  await server.listen();
  server.printUrls();
} else if (argument !== 'if-changed' || isOutdated()) {
  writePages();
  await build(docs);
  linkMarkdown();
}

function writePages(): void {
  rmSync(reference, { recursive: true, force: true });
  mkdirSync(reference);
  for (const { file, content } of generatedPages()) writeFileSync(join(docs, file), content());
}

/** Programs read the Markdown of the site, where guides are at the top. */
function linkMarkdown(): void {
  for (const file of readdirSync(site, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.md')) continue;
    const isGuide = existsSync(join(docs, 'guide', file));
    const path = join(site, file);
    writeFileSync(path, withSiteLinks(readFileSync(path, 'utf8'), isGuide ? 'guide' : dirname(file)));
  }
}

function isOutdated(): boolean {
  const built = statSync(join(site, 'index.html'), { throwIfNoEntry: false });
  if (built === undefined) return true;
  return SOURCES.some((source) => newest(join(PROJECT, source), GENERATED) > built.mtimeMs);
}
