import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cruise, type IConfiguration, type ICruiseResult } from 'dependency-cruiser';
import extractDepcruiseConfig from 'dependency-cruiser/config-utl/extract-depcruise-config';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');
const samplesFolder = join(import.meta.dirname, 'architecture/samples');
const samples = readdirSync(samplesFolder);

/** Paths of the TypeScript files in a folder, from `base` and with slashes. */
function sourceFiles(base: string, folder = 'src'): string[] {
  if (!existsSync(join(base, folder))) return [];
  return readdirSync(join(base, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .sort();
}

const files = sourceFiles(root);
const text = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('dependency rules', () => {
  let config: IConfiguration;

  beforeAll(async () => {
    config = await extractDepcruiseConfig(join(root, '.dependency-cruiser.js'));
  });

  async function violationsIn(baseDir: string): Promise<{ rule: string; from: string; to: string }[]> {
    const { output } = await cruise(['src'], { ...config.options, validate: true, ruleSet: config, baseDir });
    const { violations } = (output as ICruiseResult).summary;
    return violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
  }

  it('hold in the source tree', async () => {
    expect(await violationsIn(root)).toEqual([]);
  });

  it('are errors, and each has a sample that breaks it', () => {
    const rules = config.forbidden ?? [];
    expect(samples.sort()).toEqual(rules.map(({ name }) => name).sort());
    expect(rules.filter(({ severity }) => severity !== 'error')).toEqual([]);
  });

  /** A sample marks each offending import with a comment; everything else in it is allowed. Rules may judge folders. */
  it.each(samples)('%s: every marked import of the sample is caught, and nothing else', async (rule) => {
    const sample = join(samplesFolder, rule);
    const judgesFolders = config.forbidden?.some(
      (each) => each.name === rule && 'scope' in each && each.scope === 'folder',
    );
    const marked = ['migrations', 'src']
      .flatMap((folder) => sourceFiles(sample, folder))
      .flatMap((from) => {
        const marks = readFileSync(join(sample, from), 'utf8').match(/\/\/ offends$/gm) ?? [];
        return marks.map(() => ({ rule, from: judgesFolders ? dirname(from) : from }));
      });
    const caught = (await violationsIn(sample)).map(({ rule, from }) => ({ rule, from }));
    expect(marked).not.toEqual([]);
    expect(caught.sort((a, b) => (a.from < b.from ? -1 : 1))).toEqual(marked);
  });
});

describe('the environment', () => {
  const readsEnvironment = (source: string): boolean =>
    /\bprocess\s*(\?\.|\.|\[\s*['"`])\s*env\b/.test(source) ||
    /\benv\b[^{}]*\}\s*(=\s*process\b|from\s*['"](node:)?process['"])/.test(source);

  it('is read by the configuration only', () => {
    const others = files.filter((path) => !path.startsWith('src/platform/config/'));
    expect(others.filter((path) => readsEnvironment(text(path)))).toEqual([]);
  });

  it.each([
    'const port = process.env.PORT;',
    "const port = globalThis.process['env'].PORT;",
    'const { env } = process;',
    "import { env } from 'node:process';",
  ])('is found in: %s', (source) => {
    expect(readsEnvironment(source)).toBe(true);
  });

  it('is not found in an exit code', () => {
    expect(readsEnvironment("const environment = 'test'; process.exitCode = 1;")).toBe(false);
  });
});

describe('statements that write', () => {
  const writes = (source: string): boolean =>
    /\b(?:INSERT\s+INTO\s|UPDATE\s+\w+\s+(?:\w+\s+)?SET\s|DELETE\s+FROM\s|MERGE\s+INTO\s|TRUNCATE\s+\w)/.test(
      source,
    );
  const isAdapter = (path: string): boolean =>
    /\/infrastructure\/|\/application\/[^/]+\.store\.ts$|^src\/platform\/(database|jobs)\//.test(path);

  it('are in infrastructure and in stores only', () => {
    const others = files.filter((path) => !isAdapter(path) && !path.endsWith('.spec.ts'));
    expect(others.filter((path) => writes(text(path)))).toEqual([]);
  });

  it.each([
    'INSERT INTO area VALUES ($1)',
    'UPDATE area SET name = $1',
    'UPDATE area a SET name = $1',
    'WITH gone AS (\n DELETE FROM area RETURNING id) SELECT',
    'TRUNCATE area',
  ])('are found in: %s', (source) => {
    expect(writes(source)).toBe(true);
  });

  it('are not found in a read that locks', () => {
    expect(writes('SELECT id FROM area FOR UPDATE')).toBe(false);
  });
});

describe('strings of the platform', () => {
  const WORDS = new RegExp(
    '\\b(?:announcements?|templates?|plans?|assignees?|employees?|workforce|segmentation|characteristics?|timesheets?|' +
      'syncs?|scim|staff|erasures?|erased|legal holds?|webhooks?|deliver(?:y|ies)|reminders?|tombstones?|audit)\\b',
    'i',
  );
  const OF_OPENAPI = 'OpenAPI has webhooks';
  const OF_POSTGRESQL = 'PostgreSQL has sync';
  const ABOUT_CONTEXTS = 'documents what all share, and says in which context it differs';

  /** Files that name a context, with the reason. */
  const EXCEPTIONS: Readonly<Record<string, string>> = {
    'bulk/bulk-results.ts': 'documents the answer of two contexts, each with its kind of rows',
    'config/parsers.ts': 'the placeholders of a setting',
    'config/settings.ts': 'has the settings of all contexts',
    'database/distribution.ts':
      'lists the tables of all companies, which distribution needs before any context is loaded',
    'database/embedded/cluster.ts': OF_POSTGRESQL,
    'database/long-statements.ts': OF_POSTGRESQL,
    'database/sql-audit-trail.ts':
      'every context writes records in its own transaction, commands without the rest of audit',
    'database/sql-erased-people.ts': 'every context that writes people asks for them',
    'database/tombstones.ts': 'every context with a kind of the feed writes them',
    'dto/multi-language.ts': ABOUT_CONTEXTS,
    'http/openapi/api-problems.ts': 'the path of an example',
    'http/openapi/docs-plugin.ts': OF_OPENAPI,
    'http/openapi/error-codes.ts': ABOUT_CONTEXTS,
    'http/openapi/openapi-30.ts': OF_OPENAPI,
    'http/openapi/request-error-codes.ts': ABOUT_CONTEXTS,
    'http/openapi/webhooks.ts': OF_OPENAPI,
    'http/rate-limits.ts': 'the refusal of a limit that handlers of several contexts share',
  };

  /** The words of all strings and templates but the paths of imports; names are cut into their words. */
  function stringsOf(source: string): string {
    const strings: string[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
      if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
        strings.push(node.text);
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile('', source, ts.ScriptTarget.Latest));
    return strings
      .join('\n')
      .replaceAll(/workforce.engagement/gi, '') // the product
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .replaceAll('_', ' ');
  }

  it('name no context, but for the exceptions', () => {
    const platform = files.filter((path) => path.startsWith('src/platform/') && !path.endsWith('.spec.ts'));
    const naming = platform.filter((path) => WORDS.test(stringsOf(text(path))));
    expect(naming.map((path) => path.replace('src/platform/', ''))).toEqual(Object.keys(EXCEPTIONS));
  });

  it.each([
    "'an employee'",
    "'listPlans'",
    '`SELECT FROM ${schema}.timesheet_entry`',
    "{ 'audit-record': 1 }",
  ])('are found in: %s', (source) => expect(WORDS.test(stringsOf(`const x = ${source};`))).toBe(true));

  it.each(["'explained'", "'Workforce Engagement Service'", 'f() // a template'])(
    'are not found in: %s',
    (source) => expect(WORDS.test(stringsOf(`const x = ${source};`))).toBe(false),
  );
});

describe('files', () => {
  /** A folder outside the four layers would escape their rules. */
  const isInItsPlace = (path: string): boolean =>
    /^src\/[^/]+\.ts$/.test(path) ||
    /^src\/(shared-kernel|platform|demo|imports|testing)\//.test(path) ||
    /^src\/[^/]+\/([^/]+\/)?((domain|application|infrastructure|interface)\/.+|index)\.ts$/.test(path) ||
    /^src\/([^/]+\/)?([^/]+)\/\2(-api)?\.module\.ts$/.test(path);

  it('of a context or nested module are its index, its module or in a layer', () => {
    expect(files.filter((path) => !isInItsPlace(path))).toEqual([]);
  });

  it.each([
    'src/alpha/plans.service.ts',
    'src/alpha/services/plans.ts',
    'src/alpha/beta.module.ts',
    'src/alpha/reports/reports.service.ts',
    'src/alpha/reports/services/reports.ts',
    'src/alpha/reports/deeper/domain/report.ts',
  ])('are out of place at %s', (path) => {
    expect(isInItsPlace(path)).toBe(false);
  });

  it('are named in kebab-case', () => {
    expect(files.filter((path) => !/^[a-z0-9/.-]+$/.test(path))).toEqual([]);
  });

  it('have at most 300 lines', () => {
    expect(files.filter((path) => text(path).trimEnd().split('\n').length > 300)).toEqual([]);
  });
});
