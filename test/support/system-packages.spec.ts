import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { ensureInstalled, MissingPackage, type SystemPackage } from './system-packages.js';

const LAMP: SystemPackage = {
  title: 'Lamp',
  executables: ['wes-lamp', 'wes-lantern'],
  places: ['/nowhere/wes-lamp'],
  debian: 'wes-lamp-package',
};

const INSTALL = /--no-install-recommends .*install wes-lamp-package$/;

let folder: string;
let announced: string[];

beforeEach(async () => {
  announced = [];
  folder = await mkdtemp(join(tmpdir(), 'wes-packages-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function put(name: string, script = ''): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  return file;
}

/** A machine whose apt-get is the script, run with the rights that the tests have. */
async function putAptGet(script: string): Promise<void> {
  await put('apt-get', `echo "$@" >> ${join(folder, 'calls')}\n${script}`);
  await put('true');
  await put('sh', 'exec /bin/sh "$@"');
  await put('sudo', 'shift; exec "$@"');
  await put('timeout', 'shift 2; exec "$@"');
  await put('flock', 'shift; exec "$@"');
}

function ensure(wanted = LAMP): Promise<string> {
  return ensureInstalled(wanted, {
    path: ['/nowhere', folder].join(delimiter),
    announce: (line) => announced.push(line),
  });
}

async function complaint(): Promise<MissingPackage> {
  const error = await ensure().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(MissingPackage);
  expect((error as Error).message).not.toContain('\n');
  return error as MissingPackage;
}

it('finds a program under any of its names, on the PATH and elsewhere, and installs nothing', async () => {
  await putAptGet('exit 1');
  const elsewhere = await put('lamp.app');
  expect(await ensure({ ...LAMP, places: ['/nowhere/wes-lamp', elsewhere] })).toBe(elsewhere);
  const lantern = await put('wes-lantern');
  expect(await ensure({ ...LAMP, places: [elsewhere] })).toBe(lantern);
  const lamp = await put('wes-lamp');
  expect(await ensure()).toBe(lamp);
  expect(announced).toEqual([]);
  await expect(readFile(join(folder, 'calls'))).rejects.toThrow('ENOENT');
});

it.each([
  ['is in the lists', [INSTALL]],
  ['needs new lists, although a source cannot be updated', [INSTALL, / update$/, INSTALL]],
])('installs a missing program that %s', async (_, calls) => {
  const lamp = join(folder, 'wes-lamp');
  const made = join(folder, 'calls');
  await putAptGet(`[ "$(/usr/bin/wc -l < ${made})" = ${calls.length} ] || exit 100; /bin/cp "$0" ${lamp}`);
  expect(await ensure()).toBe(lamp);
  expect((await readFile(made, 'utf8')).trim().split('\n')).toEqual(
    calls.map((call) => expect.stringMatching(call)),
  );
  expect(announced).toEqual(['Installing Lamp for the tests: apt-get install wes-lamp-package']);
});

it('says in one line what to install where it cannot', async () => {
  expect(await complaint()).toMatchObject({
    message:
      'Lamp is missing and there is no apt-get to install it; install it (on Debian: apt-get install ' +
      'wes-lamp-package).',
  });
});

it('names the reason of a failed installation and keeps the output', async () => {
  await putAptGet(
    'echo "Reading package lists"; echo "E: Unable to locate package wes-lamp-package" >&2; exit 100',
  );
  expect(await complaint()).toMatchObject({
    message: expect.stringContaining('apt-get failed (Unable to locate package wes-lamp-package)'),
    cause: { stdout: expect.stringContaining('Reading package lists') },
  });
  await putAptGet('exit 0');
  expect(await complaint()).toMatchObject({
    message: expect.stringContaining('did not come with the package'),
  });
});
