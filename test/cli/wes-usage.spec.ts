import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { COMMANDS } from '../../src/commands.js';
import { runWes } from '../support/loaded-program.js';
import { startWes, type WesResult } from '../support/run-wes.js';

const ID = '0123456789abcdef01234567';
const PACKAGE = resolve(import.meta.dirname, '../../package.json');
/** No command here reads settings or opens the database: that would report the invalid port or make the folder. */
const ENV = { PORT: 'none', DATA_DIR: '/tmp/wes-usage-must-not-open-anything' };

/** Runs all command lines of a table before its tests check the results. */
function outcomes(lists: readonly (readonly string[])[]): (list: readonly string[]) => WesResult {
  let results: WesResult[] = [];
  beforeAll(async () => {
    results = await Promise.all(lists.map((list) => runWes(list, ENV)));
  });
  return (list) => results[lists.indexOf(list)]!;
}

afterAll(() => expect(existsSync(ENV.DATA_DIR)).toBe(false));

describe('help on request', () => {
  const lists = [
    ['--help'],
    ['help'],
    ['user', '--help'],
    ['help', 'api-key'],
    ['session', 'issue', '--help'],
    ['--version'],
  ];
  const [program, word, user, apiKey, issue, version] = lists;
  const of = outcomes(lists);

  it('lists every group of commands, and the exit codes', () => {
    const { exitCode, stdout, stderr } = of(program!);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    for (const name of [
      'migrate',
      'company',
      'user',
      'session',
      'api-key',
      'secret',
      'plan',
      'template',
      'job',
      'audit',
      'import',
      'demo',
    ])
      expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
    expect(stdout).toContain('Exit codes: 0 done, 1 refused with the reason, 2 wrong usage.');
    expect(of(word!)).toEqual(of(program!));
  });

  it('lists the commands of a group', () => {
    expect(of(user!)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(of(user!).stdout).toMatch(
      /^Usage: wes user [^]*^ {2}create [^]*^ {2}set-role [^]*^ {2}deactivate /m,
    );
    expect(of(apiKey!)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(of(apiKey!).stdout).toMatch(
      /^Usage: wes api-key [^]*^ {2}issue [^]*^ {2}list [^]*^ {2}revoke [^]*^ {2}rotate /m,
    );
  });

  it('prints the version of the package', () => {
    const { version: expected } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
    expect(of(version!)).toEqual({ exitCode: 0, stdout: `${expected}\n`, stderr: '' });
  });

  it('explains the options of a command, --json among them', () => {
    const { exitCode, stdout, stderr } = of(issue!);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: wes session issue \[options\]\n[^]*^ {2}--user <id\|email> .*$/m);
    expect(stdout).toMatch(/^ {2}--ttl <duration> .* \(default: 12h\)$/m);
    expect(stdout).toMatch(/^ {2}--json /m);
  });

  it('does not mind a reader that goes away', async () => {
    const { child, result } = startWes(['migrate', '--help'], ENV);
    child.stdout!.destroy();
    const closed = once(child, 'close');
    await expect(result).rejects.toThrow();
    expect(await closed).toEqual([0, null]);
  });
});

describe('the commands that the program lists without loading them', () => {
  const names = COMMANDS.map(({ usage }) => usage.replace(/ .*/, ''));
  const lists = names.map((name) => [name, '--help']);
  const of = outcomes(lists);

  it.each(names)('%s is as its own help says', (name) => {
    const index = names.indexOf(name);
    const { usage, description, parts } = COMMANDS[index]!;
    const { stdout } = of(lists[index]!);
    expect(stdout).toContain(`Usage: wes ${usage === name ? `${name} [options] [command]` : usage}\n`);
    expect(stdout.replace(/\s+/g, ' ')).toContain(description);
    if (parts.length === 1) return;
    const subcommands = [...stdout.matchAll(/^ {2}([a-z][a-z-]*) /gm)].map(([, word]) => word);
    expect(parts.flatMap((part) => part.names ?? [])).toEqual(subcommands.filter((word) => word !== 'help'));
  });
});

describe('without a command', () => {
  const lists = [[], ['user']];
  const of = outcomes(lists);

  it.each([0, 1])('shows the help on standard error and ends with 2 (%#)', (index) => {
    const list = lists[index]!;
    const { exitCode, stdout, stderr } = of(list);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(`Usage: ${['wes', ...list].join(' ')} [options] [command]\n`);
  });
});

const createCompany = (...rest: string[]) => ['company', 'create', ...rest];
const createUser = (changes: Record<string, string>) => {
  const options = { company: ID, email: 'jo@example.com', name: 'Jo', role: 'ADMIN', ...changes };
  return ['user', 'create', ...Object.entries(options).map(([name, value]) => `--${name}=${value}`)];
};
const issueSession = (ttl: string) => ['session', 'issue', '--user', ID, `--ttl=${ttl}`];
const issueKey = (...rest: string[]) => ['api-key', 'issue', '--company', ID, '--name', 'sync', ...rest];
const HEX = 'must have 24 lower-case hexadecimal characters';
const EMAIL = 'must be an id of 24 lower-case hexadecimal characters or an e-mail address';
const UNIT = 'must be a whole number with its unit: s, m, h or d';
const LIFETIME = 'The lifetime must be from 1 second to 10 years.';

const WRONG: readonly (readonly [what: string, list: readonly string[], reason: string])[] = [
  ['an unknown command', ['nonsense'], "unknown command 'nonsense'"],
  ['an unknown command of a group', ['company', 'destroy'], "unknown command 'destroy'"],
  ['an unknown option', createCompany('--name', 'A', '--nonsense'), "unknown option '--nonsense'"],
  ['an option that takes a value', createCompany('--name'), "option '--name <name>' argument missing"],
  ['an argument that nobody asked for', createCompany('--name', 'A', 'B'), 'too many arguments'],
  ['a value of --json', createCompany('--name', 'A', '--json=true'), "unknown option '--json=true'"],
  ['no name', createCompany(), "required option '--name <name>' not specified"],
  ['no role', ['user', 'set-role', '--user', ID], "required option '--role <role>' not specified"],
  ['no folder', ['template', 'import'], "required option '--folder <dir>' not specified"],
  ['nothing to edit', ['user', 'edit', '--user', ID], 'at least one of --name, --email and --language'],
  [
    'a malformed e-mail address to edit',
    ['user', 'edit', '--user', ID, '--email', 'jo'],
    'must be an address',
  ],
  ['nothing to revoke', ['session', 'revoke'], 'one of --user and --session is needed'],
  [
    'a user and a session',
    ['session', 'revoke', '--user', ID, '--session', ID],
    "option '--user <id|email>' cannot be used with option '--session <id>'",
  ],
  ['no new name', ['company', 'rename', '--company', ID], "required option '--name <name>' not specified"],
  ['no id', ['api-key', 'revoke'], "required option '--id <id>' not specified"],
  ['a control character', createCompany('--name', 'A\nB'), 'The name must not contain a control character.'],
  ['a blank name', createCompany('--name', '  '), 'The name must not be blank.'],
  [
    'a name that is too long',
    createCompany('--name', 'x'.repeat(256)),
    'must be at most 255 characters long',
  ],
  [
    'an unknown time zone',
    createCompany('--name', 'A', '--time-zone', 'Mars/Base'),
    'must be an IANA time zone',
  ],
  [
    'an offset for a time zone',
    createCompany('--name', 'A', '--time-zone', '+02:00'),
    'must be an IANA time zone',
  ],
  ['a blank company', createUser({ company: ' ' }), 'must be the id or the name of a company'],
  ['a malformed e-mail address', createUser({ email: 'jo' }), 'must be an address like jo@example.com'],
  ['an unknown role', createUser({ role: 'admin' }), 'Allowed choices are ADMIN, MANAGER, RESPONSIBLE'],
  ['a malformed language', createUser({ language: 'en_GB' }), 'The language must be a BCP 47 tag.'],
  ['a malformed user id', ['user', 'deactivate', '--user', 'jo'], EMAIL],
  ['a duration without a unit', issueSession('12'), UNIT],
  ['a duration in milliseconds', issueSession('5000ms'), UNIT],
  ['a negative duration', issueSession('-1h'), UNIT],
  ['a broken duration', issueSession('1.5h'), UNIT],
  ['no time at all', issueSession('0s'), LIFETIME],
  ['more than a life-time', issueKey('--ttl', '99999d'), LIFETIME],
  [
    'an unknown scope',
    issueKey('--scopes', 'employees:read,employees:delete'),
    'must be a list, separated by commas',
  ],
  ['no scope', issueKey('--scopes', ''), 'must be a list, separated by commas'],
  ['an overlap without a unit', ['api-key', 'rotate', '--id', ID, '--overlap', '7'], UNIT],
  ['a whole key for an id', ['api-key', 'revoke', '--id', `wes_${ID}_secret`], HEX],
];

describe('wrong usage ends with 2 and one line that says why:', () => {
  const of = outcomes(WRONG.map(([, list]) => list));

  it.each(WRONG)('%s', (_what, list, reason) => {
    const { exitCode, stdout, stderr } = of(list);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(/^.+\n$/);
    expect(stderr).toContain(reason);
  });
});

describe('wrong usage with --json', () => {
  const lists = [
    ['company', 'create', '--json'],
    ['session', 'issue', '--json', '--user', 'jo'],
  ];
  const of = outcomes(lists);

  it.each([0, 1])('is one document on standard error (%#)', (index) => {
    const { exitCode, stdout, stderr } = of(lists[index]!);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(/^.+\n$/);
    expect(JSON.parse(stderr)).toEqual({
      error: { code: 'WRONG_USAGE', message: expect.stringContaining('option') },
    });
  });
});
