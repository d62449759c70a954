import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, createServer } from 'vitepress';
import { PROJECT } from './site/document.js';
import { generatedPages } from './site/pages.js';

/**
 * Writes the generated pages below `docs`, and builds the site into `dist/guide`; with the argument `dev`, shows it
 * and follows changes of the other pages instead.
 */
const docs = join(PROJECT, 'docs');
rmSync(join(docs, 'reference'), { recursive: true, force: true });
mkdirSync(join(docs, 'reference'));
for (const { file, content } of generatedPages()) writeFileSync(join(docs, file), content());

if (process.argv[2] === 'dev') {
  const server = await createServer(docs);
  await server.listen();
  server.printUrls();
} else await build(docs);
