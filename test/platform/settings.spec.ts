import { readFileSync } from 'node:fs';
import { parseEnvFile, warningsOfNames } from '../../src/platform/config/load-settings.js';
import { Settings } from '../../src/platform/config/settings.js';

const { variables } = Settings.from({});
const names = variables.map(({ name }) => name);

const issuesOf = (environment: Record<string, string>): string[] => {
  try {
    Settings.from(environment);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n');
  }
};

describe('Settings', () => {
  it('has a default for everything', () => {
    const settings = Settings.from({});
    expect(settings.http.port).toBe(3000);
    expect(settings.database.url).toBeUndefined();
    expect(settings.baseUrl()).toBe('http://localhost:3000');
    expect(settings.migrateOnStart).toBe(true);
  });

  it('takes a variable that is set to nothing for unset', () => {
    expect(Settings.from({ DATABASE_URL: '', PORT: '' }).http.port).toBe(3000);
  });

  it('refuses further addresses of a database without the first', () => {
    const url = 'postgres://localhost/wes';
    expect(issuesOf({ DATABASE_DIRECT_URL: url, DATABASE_REPLICA_URL: url })).toEqual([
      'DATABASE_DIRECT_URL: must be set together with DATABASE_URL',
      'DATABASE_REPLICA_URL: must be set together with DATABASE_URL',
    ]);
  });

  it('migrates a configured database only with MIGRATE_ON_START', () => {
    const DATABASE_URL = 'postgres://localhost/wes';
    expect(Settings.from({ DATABASE_URL }).migrateOnStart).toBe(false);
    expect(Settings.from({ DATABASE_URL, MIGRATE_ON_START: 'true' }).migrateOnStart).toBe(true);
  });

  it.each([
    ['PORT', 'http', 'PORT: must be a whole number from 0 to 65535'],
    ['PORT', '65536', 'PORT: must be a whole number from 0 to 65535'],
    ['NODE_ENV', 'staging', 'NODE_ENV: must be one of development, test, production'],
    ['MIGRATE_ON_START', 'yes', 'MIGRATE_ON_START: must be true or false'],
    [
      'REQUEST_TIMEOUT',
      '30',
      'REQUEST_TIMEOUT: must be a duration from 1s to 1h, with its unit (ms, s, m, h or d)',
    ],
    [
      'REQUEST_TIMEOUT',
      '2h',
      'REQUEST_TIMEOUT: must be a duration from 1s to 1h, with its unit (ms, s, m, h or d)',
    ],
    ['BASE_URL', 'localhost:3000', 'BASE_URL: must be an absolute URL that begins with http:// or https://'],
    [
      'DATABASE_URL',
      'mysql://u:secret@h/d',
      'DATABASE_URL: must be an absolute URL that begins with postgres:// or postgresql://',
    ],
    [
      'REDIS_URL',
      'localhost:6379',
      'REDIS_URL: must be an absolute URL that begins with redis:// or rediss://',
    ],
    [
      'REDIS_URL',
      'redis://localhost/wes',
      'REDIS_URL: must have the number of a database as its path, or no path',
    ],
    ...['h:', 'h:65536', 'h:0', 'redis://h:26379', 'a b', 'h:1,', '::1'].map((text) => [
      'REDIS_SENTINELS',
      text,
      'REDIS_SENTINELS: must be hosts with or without a port, like 10.0.0.1:26379, separated by commas',
    ]),
    [
      'REDIS_SENTINEL_MASTER',
      'my master',
      'REDIS_SENTINEL_MASTER: must be letters, digits, dots, hyphens and underscores',
    ],
    [
      'OPERATOR_COMPANY_ID',
      '42',
      'OPERATOR_COMPANY_ID: must be any or the id of a company: 24 lower-case hexadecimal characters',
    ],
    [
      'CORS_ORIGINS',
      'https://a.example/x',
      'CORS_ORIGINS: must be origins like https://app.example.com, separated by commas, without paths',
    ],
    [
      'CORS_ORIGINS',
      '*',
      'CORS_ORIGINS: must be origins like https://app.example.com, separated by commas, without paths',
    ],
    [
      'SMTP_URL',
      'http://mail.example',
      'SMTP_URL: must be an absolute URL that begins with smtp:// or smtps://',
    ],
    ...['WES', 'a b@example.com', 'Wes <a@b>, <c@d>', 'Wes <a@b>\r\nBcc: c@d', '<a@b'].map((from) => [
      'MAIL_FROM',
      from,
      'MAIL_FROM: must be an address like jo@example.com or Jo Doe <jo@example.com>',
    ]),
    ...[
      'https://app.example.com/plans',
      'https://{planId}.example.com/',
      'ftp://app.example.com/{planId}',
      'https://jo:secret@app.example.com/{planId}',
      'https://app.example.com/{planId}/{userId}',
      'https://app.example.com/"{planId}',
      '/plans/{planId}',
    ].map((text) => [
      'APP_URL',
      text,
      'APP_URL: must be a URL that begins with http:// or https:// and has {planId} after the host, and ' +
        'may have {actionId}',
    ]),
    ['S3_BUCKET', 'a/b', 'S3_BUCKET: must be the name of a bucket'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL: must be one of fatal, error, warn, info, debug, silent'],
  ])('refuses %s=%s and names the rule', (name, value, issue) => {
    expect(issuesOf({ [name]: value })).toEqual([issue]);
  });

  it.each(['1000', '0/10s', '10/s', '10/500ms', '1.5/10s', '10/25h', '2000000000/1s', 'Off', '-1/1s'])(
    'refuses %s as a rate limit',
    (text) => {
      const rule =
        'must be off, or a number from 1 to 1000000000 and a duration of whole seconds from 1s to 24h, like 1000/10s';
      for (const name of [
        ...['RATE_LIMIT', 'RATE_LIMIT_EXPENSIVE', 'RATE_LIMIT_SEARCH', 'RATE_LIMIT_PEOPLE'],
        'EXPORT_LIMIT',
      ])
        expect(issuesOf({ [name]: text })).toEqual([`${name}: ${rule}`]);
    },
  );

  it('reads rate limits, and that one is off', () => {
    const texts = { RATE_LIMIT: '20/1500ms', RATE_LIMIT_EXPENSIVE: 'off', EXPORT_LIMIT: '5/24h' };
    expect(issuesOf(texts)).toHaveLength(1); // a second and a half
    expect(Settings.from({ ...texts, RATE_LIMIT: '20/2000ms' }).rateLimits).toEqual({
      credential: { uses: 20, windowS: 2 },
      expensive: undefined,
      search: { uses: 100, windowS: 10 },
      signIns: { uses: 60, windowS: 60 },
      people: { uses: 200, windowS: 10 },
      exports: { uses: 5, windowS: 86_400 },
      writes: { uses: 256 * 1_024 * 1_024, windowS: 3_600 },
    });
  });

  it.each([
    '256',
    '256MiB',
    '256/1h',
    '256MB/1h',
    '0MiB/1h',
    '1.5GiB/1h',
    '10000GiB/1h',
    '1MiB/25h',
    '1MiB/500ms',
  ])('refuses %s as a limit of bytes', (text) => {
    expect(issuesOf({ WRITE_LIMIT: text })).toEqual([
      'WRITE_LIMIT: must be off, or a size from 1KiB to 9999GiB and a duration of whole seconds from 1s ' +
        'to 24h, like 256MiB/1h',
    ]);
  });

  it.each([
    ['off', undefined],
    ['1KiB/1s', { uses: 1_024, windowS: 1 }],
    ['20MiB/10m', { uses: 20_971_520, windowS: 600 }],
    ['9999GiB/24h', { uses: 9_999 * 1_024 ** 3, windowS: 86_400 }],
  ])('reads the limit of bytes %s', (text, limit) => {
    expect(Settings.from({ WRITE_LIMIT: text }).rateLimits.writes).toEqual(limit);
  });

  it.each([
    ['off', false],
    ['2', 2],
    ['loopback', ['loopback']],
    ['10.0.0.0/8, 192.0.2.1,::1, 2001:db8::/32', ['10.0.0.0/8', '192.0.2.1', '::1', '2001:db8::/32']],
  ])('reads the trusted proxies %s', (text, proxies) => {
    expect(Settings.from({ TRUST_PROXY: text }).http.trustProxy).toEqual(proxies);
  });

  it.each([
    'true',
    '0',
    '10',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '10.0.0',
    '::1/129',
    'proxy.example.com',
    '10.0.0.1,',
  ])('refuses to trust the proxy %s', (text) => {
    expect(issuesOf({ TRUST_PROXY: text })).toEqual([
      'TRUST_PROXY: must be off, a number of proxies from 1 to 9, or addresses and subnets like ' +
        '10.0.0.0/8 or loopback, separated by commas',
    ]);
  });

  it.each([
    ['jo@example.com', { name: '', address: 'jo@example.com' }],
    ['Jo Doe <jo@example.com>', { name: 'Jo Doe', address: 'jo@example.com' }],
    ['Jo Doe<jo@example.com>', { name: 'Jo Doe', address: 'jo@example.com' }],
    ['Jo Doe\u00a0  <jo@example.com>', { name: 'Jo Doe', address: 'jo@example.com' }],
    ['"Doe, Jo" <jo@example.com>', { name: 'Doe, Jo', address: 'jo@example.com' }],
    ['" Doe, Jo "<jo@example.com>', { name: ' Doe, Jo ', address: 'jo@example.com' }],
  ])('reads the sender %s', (from, mailbox) => {
    expect(Settings.from({ MAIL_FROM: from }).mail).toEqual({ smtpUrl: undefined, from: mailbox });
  });

  it.each([
    ['https://wes.example.com', 'https://wes.example.com'],
    ['https://wes.example.com/people//', 'https://wes.example.com/people'],
  ])('reads the address %s of the service without the slashes at its end', (text, address) => {
    expect(Settings.from({ BASE_URL: text }).baseUrl()).toBe(address);
  });

  it.each([
    'https://app.example.com/plans/{planId}?action={actionId}',
    'http://localhost:4200/#/plans/{planId}/actions/{actionId}',
    'https://app.example.com/plans/{planId}',
  ])('reads the address %s of the app', (text) => {
    expect(Settings.from({ APP_URL: text }).mail.appUrl).toBe(text);
  });

  it('reads a bucket with its credentials, or leaves those to the environment', () => {
    expect(Settings.from({}).s3).toBeUndefined();
    expect(Settings.from({ S3_BUCKET: 'exports' }).s3).toEqual({
      bucket: 'exports',
      endpoint: undefined,
      region: 'us-east-1',
      accessKeyId: undefined,
      secretAccessKey: undefined,
      forcePathStyle: false,
    });
    const keys = { S3_BUCKET: 'exports', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    expect(Settings.from(keys).s3).toMatchObject({ accessKeyId: 'id', secretAccessKey: 'secret' });
    expect(issuesOf({ S3_BUCKET: 'exports', S3_ACCESS_KEY_ID: 'id' })).toEqual([
      'S3_ACCESS_KEY_ID: must be set together with S3_SECRET_ACCESS_KEY, or neither',
    ]);
  });

  it('names every issue in a line of its own', () => {
    expect(issuesOf({ PORT: 'x', LOG_LEVEL: 'x', DATABASE_POOL_SIZE: '0' })).toHaveLength(3);
  });

  it('refuses the embedded database in production, and time-outs that contradict each other', () => {
    expect(issuesOf({ NODE_ENV: 'production' })).toEqual([
      expect.stringMatching(/^DATABASE_URL: is required/),
    ]);
    expect(issuesOf({ REQUEST_TIMEOUT: '5s', HEADERS_TIMEOUT: '6s' })).toEqual([
      'HEADERS_TIMEOUT: must not be longer than REQUEST_TIMEOUT',
    ]);
  });
});

describe('the Redis of the settings', () => {
  const redisOf = (environment: Record<string, string>) => Settings.from(environment).redis;

  it('is where its URL says', () => {
    expect(redisOf({})).toBeUndefined();
    expect(redisOf({ REDIS_URL: 'redis://h' })).toMatchObject({ url: 'redis://h', sentinels: undefined });
  });

  it('is where sentinels say, with or without a URL', () => {
    const REDIS_SENTINELS = '10.0.0.1, sentinel-2:5000,[::1]:26380';
    const addresses = [
      { host: '10.0.0.1', port: 26_379 },
      { host: 'sentinel-2', port: 5_000 },
      { host: '::1', port: 26_380 },
    ];
    expect(redisOf({ REDIS_SENTINELS })).toEqual({
      url: undefined,
      sentinels: addresses,
      sentinelMaster: 'mymaster',
      sentinelPassword: undefined,
    });
    const whole = { REDIS_SENTINELS, REDIS_SENTINEL_MASTER: 'wes', REDIS_SENTINEL_PASSWORD: 'secret' };
    expect(redisOf({ ...whole, REDIS_URL: 'redis://:p@h/3' })).toEqual({
      url: 'redis://:p@h/3',
      sentinels: addresses,
      sentinelMaster: 'wes',
      sentinelPassword: 'secret',
    });
  });
});

describe('a service in production', () => {
  const id = '0123456789abcdef01234567';
  const production = { NODE_ENV: 'production', DATABASE_URL: 'postgres://localhost/wes' };
  const complete = {
    ...production,
    ...{ BASE_URL: 'https://wes.example.com', OPERATOR_COMPANY_ID: 'any' },
    SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
  };

  it('needs to know its address, who manages the catalogue, and the key of stored secrets', () => {
    expect(() => Settings.from(production, 'service')).toThrow(
      /^BASE_URL: is required [^\n]+\nOPERATOR_COMPANY_ID: is required [^\n]+\nSECRETS_KEY: is required [^\n]+$/,
    );
    expect(Settings.from(complete, 'service').operatorCompanyId).toBeUndefined();
    const own = Settings.from({ ...complete, OPERATOR_COMPANY_ID: id }, 'service');
    expect(own.operatorCompanyId).toBe(id);
  });

  it('needs more than a command, which creates that company', () => {
    expect(Settings.from(production, 'command').isProduction).toBe(true);
    expect(Settings.from({}, 'service').isProduction).toBe(false);
  });
});

describe('the file .env', () => {
  const warnings = (text: string): readonly string[] => parseEnvFile(text, names).warnings;

  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['SMPT_URL', 'SMTP_URL'],
    ['PROT', 'PORT'],
    ['S3_BUCKETS', 'S3_BUCKET'],
    ['LOG-LEVEL', 'LOG_LEVEL'],
    ['database_url', 'DATABASE_URL'],
  ])('that has %s is asked for %s, without the value', (name, setting) => {
    expect(warnings(`${name}=secret\n`)).toEqual([
      `.env: ${name} is not a setting; did you mean ${setting}?`,
    ]);
  });

  it('may have settings of other programs, comments, and values of several lines', () => {
    const text = [
      ...['# PROT=1', '', 'PORT=3000 # a comment', 'export HOST = 127.0.0.1', 'PGPASSWORD=x', 'BASE_URL='],
      ...['MAIL_FROM="Wes', 'not = a setting', '<a@example.com>"', "OTHER='#'", 'LAST=a=b'],
      ...['', '\r', '\u2028 ', ' \t SMTP_URL=', '\f\u00a0export  REDIS_URL=\r'],
    ];
    expect(warnings(text.join('\n'))).toEqual([]);
    expect(warnings('')).toEqual([]);
  });

  it('that has lines which are no setting is warned of, without their content', () => {
    const rule = '.env: not NAME=value, or a quote without its end, in line';
    expect(warnings('PORT 3000\nHOST=a\n\nsecret\n')).toEqual([`${rule} 1, 4`]);
    expect(warnings('PORT=1\nSMTP_URL="smtp://a:secret@b\nHOST=a\n')).toEqual([`${rule} 2`]);
    expect(warnings('A="x\nHOST="a"\n')).toEqual([`${rule} 1`]);
    expect(warnings('\0\u0001\n'.repeat(7))).toEqual([`${rule} 1, 2, 3, 4, 5 and 2 more`]);
  });
});

describe('the environment', () => {
  const warnings = (...given: string[]): string[] => warningsOfNames('environment', given, names);

  it('that has a name like that of a setting is asked for it', () => {
    expect(warnings('DATABASE_URI', 'PROT', 'MAIL_FORM', 'SMTPURL')).toEqual([
      'environment: DATABASE_URI is not a setting; did you mean DATABASE_URL?',
      'environment: PROT is not a setting; did you mean PORT?',
      'environment: MAIL_FORM is not a setting; did you mean MAIL_FROM?',
      'environment: SMTPURL is not a setting; did you mean SMTP_URL?',
    ]);
  });

  it('may have the variables of shells, containers, orchestrators and other programs', () => {
    const shell = [
      'HOME',
      'PATH',
      'PWD',
      'OLDPWD',
      'SHELL',
      'SHLVL',
      'TERM',
      'USER',
      'LOGNAME',
      'HOSTNAME',
      'HOSTTYPE',
    ];
    const system = [
      'LANG',
      'LC_ALL',
      'TZ',
      'EDITOR',
      'PAGER',
      'DISPLAY',
      'MAIL',
      'TMPDIR',
      'SSH_AUTH_SOCK',
      'no_proxy',
      '_',
    ];
    const cluster = [
      'WES_PORT',
      'WES_SERVICE_HOST',
      'REDIS_PORT',
      'REDIS_SERVICE_PORT',
      'POSTGRES_PORT',
      'KUBERNETES_PORT',
    ];
    const programs = [
      'NODE_OPTIONS',
      'PGHOST',
      'PGPORT',
      'AWS_REGION',
      'AWS_ACCESS_KEY_ID',
      'DB_HOST',
      'REDIS_HOST',
      'CI',
    ];
    expect(warnings(...shell, ...system, ...cluster, ...programs, 'npm_config_loglevel', ...names)).toEqual(
      [],
    );
  });
});

describe('.env.example', () => {
  const text = readFileSync('.env.example', 'utf8');

  it('names every setting with its meaning and its default, in the order of the class', () => {
    const [title = '', ...entries] = text.trimEnd().split('\n\n');
    expect(title).toMatch(/^# .+\.$/);
    for (const entry of entries) expect(entry).toMatch(/^# .+\.\n.+$/);
    expect(entries.map((entry) => entry.split('\n')[1])).toEqual(
      variables.map(({ name, defaultText }) =>
        defaultText === undefined ? `#${name}=` : `${name}=${defaultText}`,
      ),
    );
  });

  it('gives no reason for a warning', () => {
    expect(parseEnvFile(text, names).warnings).toEqual([]);
  });

  it('is itself a valid environment', () => {
    const lines = text.split('\n').filter((line) => /^[A-Z]/.test(line));
    const environment = Object.fromEntries(lines.map((line) => line.split('=')));
    expect(Settings.from(environment)).toEqual(Settings.from({}));
  });
});
