import { readdirSync, readFileSync } from 'node:fs';
import { Command } from 'commander';
import { COMMANDS } from '../src/commands.js';
import { addLoaded } from '../src/platform/cli/command-line.js';
import type { Shell } from '../src/platform/cli/shell.js';
import { COLUMN_NAMES } from '../src/staff-files/domain/employee-columns.js';
import { DATE_FORMATS, LIST_SEPARATORS } from '../src/staff-files/domain/source-content.js';
import { SYNC_REASONS } from '../src/syncs/domain/sync.js';
import { UNREADABLE_SECRET } from '../src/webhooks/application/signed-delivery.js';

const read = (file: string): string => readFileSync(file, 'utf8');

const guides = readdirSync('docs/guide').filter((name) => name.endsWith('.md'));
const PAGES = [
  ...['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'packages/client/README.md'],
  ...readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
  ...guides.map((name) => `docs/guide/${name}`),
];

/** Pages that tell operators which settings there are. */
const OF_OPERATORS = ['operations', 'observability', 'postgresql', 'capacity', 'citus', 'command-line'];

/** Commands are added and not run. */
const SHELL = new Proxy({}, { get: () => () => undefined }) as Shell;

/** The names of the commands that can be run, without `wes`: `employee sync run`. */
function namesOf(command: Command, above = ''): string[] {
  if (command.commands.length === 0) return [above];
  return command.commands.flatMap((each) => namesOf(each, `${above} ${each.name()}`.trim()));
}

describe('the pages name', () => {
  let names: string[];
  beforeAll(async () => {
    const program = new Command('wes');
    for (const group of COMMANDS) await addLoaded(program, group, SHELL);
    names = namesOf(program);
  });

  it('commands of wes that there are', () => {
    const named = PAGES.flatMap((page) =>
      [...read(page).matchAll(/(?:`|^|\$ |-- )wes ((?:[a-z][a-z-]*(?: |\b(?![./=])))+)/gm)].map(
        ([, words]) => ({
          page,
          words: words!.trim(),
        }),
      ),
    );
    expect(named.length).toBeGreaterThan(150);
    const isKnown = (words: string): boolean =>
      names.some((name) => `${words} `.startsWith(`${name} `) || name.startsWith(`${words} `));
    expect(named.filter(({ words }) => !isKnown(words))).toEqual([]);
  });

  it('each command of wes on the page of the command line, but for lists', () => {
    const page = read('docs/command-line.md');
    const missing = names.filter((name) => !page.includes(`wes ${name}`));
    expect(missing.filter((name) => !/ (?:list|reactivate)$/.test(name))).toEqual([]);
  });

  it('settings that there are', () => {
    const known = `${read('.env.example')}${read('openapi.json')}`;
    const named = OF_OPERATORS.flatMap((page) => [
      ...read(`docs/${page}.md`).matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b/g),
    ]).map(([, name]) => name!);
    expect(named.length).toBeGreaterThan(60);
    expect(named.filter((name) => !/^(?:NODE|OTEL)_/.test(name) && !known.includes(name))).toEqual([]);
  });

  it('the version of the package', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    expect(read('SECURITY.md')).toContain(`The newest version is ${version}.`);
  });

  it('the reason of webhooks whose secret cannot be read', () => {
    expect(read('docs/observability.md')).toContain(`\`${UNREADABLE_SECRET.split(':')[0]}\``);
  });

  it.each([
    ['exports', 'ExportStatus', 'For the user who asked for the export.'],
    ['syncs', 'EmployeeSyncStatus', 'Status, counts and,'],
    ['requests for access', 'PersonAccessState', 'A request, '],
    ['erasures', 'ErasureState', '- `state` is '],
  ])('the states of %s', (_, schema, beginning) => {
    const { components } = JSON.parse(read('openapi.json')) as {
      components: { schemas: Record<string, { enum: string[] }> };
    };
    const line = read('docs/contract.md')
      .split('\n')
      .find((each) => each.includes(beginning));
    const named = [...line!.matchAll(/`([A-Z]+)`/g)].map(([, state]) => state!);
    expect([...new Set(named)].sort()).toEqual([...components.schemas[schema]!.enum].sort());
  });

  it('the properties, the forms of days, the separators and the reasons of HR files', () => {
    const page = read('docs/guide/hr-files.md');
    const reasons = SYNC_REASONS.filter((reason) => reason !== 'FAILED');
    for (const name of [...COLUMN_NAMES, ...DATE_FORMATS, ...LIST_SEPARATORS, ...reasons])
      expect(page).toContain(`\`${name}\``);
  });
});
