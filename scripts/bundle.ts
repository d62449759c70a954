import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isBuiltin } from 'node:module';
import { build, type Plugin } from 'esbuild';
import { newest } from './newest.js';

/**
 * Puts the compiled modules of `dist/modules` together into the programs of `dist/src`, with the packages that have
 * most modules (ADR 58). Does nothing where the programs are newer.
 */
const ROOT = join(import.meta.dirname, '..');
const MODULES = join(ROOT, 'dist/modules/src');
const PROGRAMS = join(ROOT, 'dist/src');
const ENTRIES = [
  ...['main', 'api', 'worker', 'wes', 'openapi'],
  'action-plans/exports/infrastructure/workbook/plan-workbook.worker',
  'staff-files/infrastructure/workbook/staff-workbook.worker',
];

/**
 * Packages of many modules, of which Node would load each by itself. All others are loaded from `node_modules`, among
 * them those that Nest requires by name: there must be one copy of what class-transformer and class-validator know.
 */
const BUNDLED = /^(?:@nestjs\/.+|typeorm|rxjs)$/;

const NAME = /^(?:@[^/]+\/)?[^/]+/;

/** Their functions are sent to browsers as texts, so nothing may be put into them: they stay files of their own. */
const SENT = ['docs-plugin', 'sign-in-plugin'];
const SENT_MODULE = new RegExp(`/(?:${SENT.join('|')})\\.js$`);

/** Packages that a package has for itself are bundled, too: from `dist/src`, Node would find another version. */
const packages: Plugin = {
  name: 'packages',
  setup(bundle) {
    bundle.onResolve({ filter: SENT_MODULE }, ({ kind, path }) =>
      kind === 'entry-point' ? undefined : { path: `./${basename(path)}`, external: true },
    );
    bundle.onResolve({ filter: /^[^./]/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (pluginData === packages || kind === 'entry-point') return undefined;
      if (isBuiltin(path)) return { path, external: true };
      const found = await bundle.resolve(path, { kind, importer, resolveDir, pluginData: packages });
      const isOwn = found.path.split('/node_modules/').length > 2;
      const isBundled = found.errors.length === 0 && (isOwn || BUNDLED.test(NAME.exec(path)?.[0] ?? ''));
      return isBundled ? found : { path, external: true };
    });
  },
};

/** CommonJS packages in an ES module. */
const COMMON_JS = `
import { createRequire as createRequireOfBundle } from 'node:module';
import { dirname as dirnameOfBundle } from 'node:path';
import { fileURLToPath as pathOfBundle } from 'node:url';
const require = createRequireOfBundle(import.meta.url);
const __filename = pathOfBundle(import.meta.url);
const __dirname = dirnameOfBundle(__filename);`;

const OPTIONS = {
  outdir: PROGRAMS,
  entryNames: '[name]',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  legalComments: 'none',
  logLevel: 'warning',
  write: false,
} as const;

if (isOutdated()) {
  const made = await Promise.all([
    build({
      ...OPTIONS,
      entryPoints: ENTRIES.map((name) => join(MODULES, `${name}.js`)),
      splitting: true,
      keepNames: true, // of errors in the log, and of what Nest and TypeORM know by its class
      banner: { js: COMMON_JS },
      plugins: [packages],
    }),
    build({ ...OPTIONS, entryPoints: SENT.map((name) => join(MODULES, `platform/http/openapi/${name}.js`)) }),
  ]);
  const outputFiles = made.flatMap((each) => each.outputFiles);
  mkdirSync(PROGRAMS, { recursive: true });
  for (const { path, contents } of outputFiles) writeFileSync(path, contents);
  const written = new Set(outputFiles.map(({ path }) => basename(path)));
  for (const name of readdirSync(PROGRAMS))
    if (!written.has(name)) rmSync(join(PROGRAMS, name), { recursive: true });
}

function isOutdated(): boolean {
  const program = statSync(join(PROGRAMS, 'main.js'), { throwIfNoEntry: false });
  const inputs = [dirname(MODULES), import.meta.filename, join(ROOT, 'package-lock.json')];
  return !program || inputs.some((input) => existsSync(input) && newest(input) > program.mtimeMs);
}
