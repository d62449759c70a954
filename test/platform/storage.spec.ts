import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buffer, text } from 'node:stream/consumers';
import { Settings } from '../../src/platform/config/settings.js';
import type { ByteRange, FileStorage } from '../../src/platform/storage/file-storage.js';
import { FolderStorage } from '../../src/platform/storage/folder-storage.js';
import { S3Storage } from '../../src/platform/storage/s3-storage.js';
import { createStorage } from '../../src/platform/storage/storage.module.js';
import { S3Server } from '../support/s3-server.js';

const TYPE = 'application/octet-stream';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wes-storage-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

interface Opened {
  readonly storage: FileStorage;
  close(): Promise<void>;
}

const ADAPTERS: Record<string, () => Promise<Opened>> = {
  FolderStorage: async () => ({
    storage: new FolderStorage(join(folder, 'kept')),
    close: () => rm(join(folder, 'kept'), { recursive: true, force: true }),
  }),
  S3Storage: async () => {
    const server = await S3Server.start();
    const storage = new S3Storage(server.settings);
    return {
      storage,
      close: async () => {
        storage.onModuleDestroy();
        await server.stop();
      },
    };
  },
};

describe.each(Object.keys(ADAPTERS))('%s', (name) => {
  let opened: Opened;
  let storage: FileStorage;

  beforeAll(async () => {
    opened = await ADAPTERS[name]!();
    ({ storage } = opened);
  });

  afterAll(() => opened.close());

  const put = (key: string, content: string): Promise<void> => storage.put(key, Buffer.from(content), TYPE);

  async function get(key: string, range?: ByteRange): Promise<string | undefined> {
    const file = await storage.open(key, range);
    return file && text(file);
  }

  it('gives back what it was given', async () => {
    await put('exports/a.b_c-1.xlsx', 'Grüße');
    expect(await get('exports/a.b_c-1.xlsx')).toBe('Grüße');
    expect(await storage.sizeOf('exports/a.b_c-1.xlsx')).toBe(7);
  });

  it('keeps empty and large files', async () => {
    await put('empty', '');
    expect(await get('empty')).toBe('');
    expect(await storage.sizeOf('empty')).toBe(0);
    const large = Buffer.alloc(20_000_000, 'large');
    await storage.put('large', large, TYPE);
    const file = await storage.open('large');
    expect((await buffer(file!)).equals(large)).toBe(true);
  });

  it('replaces a file', async () => {
    await put('replaced', 'the first one');
    await put('replaced', 'second');
    expect(await get('replaced')).toBe('second');
  });

  it.each([
    [{ start: 0, end: 1 }, '01'],
    [{ start: 2, end: 4 }, '234'],
    [{ start: 9, end: 9 }, '9'],
    [{ start: 8, end: 1_000 }, '89'],
  ])('opens the bytes of %j', async (range, part) => {
    await put('ranged', '0123456789');
    expect(await get('ranged', range)).toBe(part);
  });

  it('knows nothing of a file that is not there', async () => {
    expect(await storage.sizeOf('exports/missing')).toBeUndefined();
    expect(await storage.open('exports/missing')).toBeUndefined();
    expect(await storage.open('exports/missing', { start: 0, end: 1 })).toBeUndefined();
    await storage.remove('exports/missing');
  });

  it('removes a file', async () => {
    await put('removed', 'x');
    await storage.remove('removed');
    expect(await storage.sizeOf('removed')).toBeUndefined();
    expect(await get('removed')).toBeUndefined();
  });

  it('keeps one of the files that are put at the same time, whole', async () => {
    const contents = ['a', 'b', 'c'].map((letter) => letter.repeat(300_000));
    await Promise.all(contents.map((content) => put('contested', content)));
    expect(contents).toContain(await get('contested'));
  });
});

describe('FolderStorage', () => {
  // S3 does so, too, but s3rver does not.
  it('shows readers one whole file or the other while many write', async () => {
    const storage = new FolderStorage(join(folder, 'contested'));
    const contents = ['a', 'b', 'c'].map((letter) => Buffer.alloc(300_000, letter));
    await storage.put('file', contents[0]!, TYPE);
    const writers = Array.from({ length: 12 }, (_, index) => storage.put('file', contents[index % 3]!, TYPE));
    const readers = Array.from({ length: 30 }, async (_, index) => {
      await sleep(index);
      return text((await storage.open('file'))!);
    });
    for (const read of await Promise.all(readers)) expect(read).toMatch(/^(a{300000}|b{300000}|c{300000})$/);
    await Promise.all(writers);
  });

  it('keeps files for their owner, and tidies up after processes that were killed', async () => {
    const exports = join(folder, 'own', 'exports');
    await mkdir(exports, { recursive: true });
    const [old, recent] = ['.old.1.tmp', '.recent.2.tmp'].map((name) => join(exports, name));
    await writeFile(old!, 'half');
    await writeFile(recent!, 'half');
    await utimes(old!, 0, 0);
    await new FolderStorage(join(folder, 'own')).put('exports/a', Buffer.from('x'), TYPE);
    expect((await readdir(exports)).sort()).toEqual(['.recent.2.tmp', 'a']);
    expect((await stat(join(exports, 'a'))).mode & 0o077).toBe(0);
  });
});

describe('S3Storage', () => {
  it('does not take a missing bucket for a missing file', async () => {
    const server = await S3Server.start();
    const storage = new S3Storage({ ...server.settings, bucket: 'another' });
    await expect(storage.open('exports/a')).rejects.toThrow();
    storage.onModuleDestroy();
    await server.stop();
  });
});

describe('createStorage', () => {
  it('takes the bucket of the settings, or else the data folder', async () => {
    expect(await createStorage(Settings.from({}))).toBeInstanceOf(FolderStorage);
    expect(await createStorage(Settings.from({ S3_BUCKET: 'exports' }))).toBeInstanceOf(S3Storage);
  });
});
