import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { FolderStorage } from '../../../platform/storage/folder-storage.js';
import { StorageExportFiles } from './storage-export-files.js';

const TWO_HOURS_AGO = Date.now() / 1_000 - 7_200;

describe('StorageExportFiles', () => {
  let folder: string;
  let files: StorageExportFiles;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wes-files-'));
    files = new StorageExportFiles(new FolderStorage(folder));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('stores what is written and leaves nothing else behind, whether or not that goes well', async () => {
    const paths: string[] = [];
    await files.keep('exports/a.xlsx', async (path) => {
      paths.push(path);
      await writeFile(path, 'workbook');
    });
    const failing = files.keep('exports/b.xlsx', async (path) => {
      paths.push(path);
      await writeFile(path, 'half');
      throw new Error('out of memory');
    });
    await expect(failing).rejects.toThrow('out of memory');
    expect(await readFile(join(folder, 'exports/a.xlsx'), 'utf8')).toBe('workbook');
    expect(await files.sizeOf('exports/b.xlsx')).toBeUndefined();
    for (const path of paths) expect(existsSync(dirname(path))).toBe(false);
  });

  it('opens a file or a part of it, knows its size, and removes it', async () => {
    const key = 'exports/a.xlsx';
    await files.keep(key, (path) => writeFile(path, 'workbook'));
    expect(await files.sizeOf(key)).toBe(8);
    expect(await text((await files.open(key))!)).toBe('workbook');
    expect(await text((await files.open(key, { start: 1, end: 3 }))!)).toBe('ork');
    await files.remove(key);
    expect(await files.open(key)).toBeUndefined();
    await files.remove(key);
  });

  it('removes what killed processes left long ago, and nothing that may be in use or is of others', async () => {
    const [old, recent] = [join(tmpdir(), 'wes-export-old'), join(tmpdir(), 'wes-export-recent')];
    const other = join(tmpdir(), 'wes-other-old');
    for (const each of [old, recent, other]) {
      await mkdir(each, { recursive: true });
      await writeFile(join(each, 'workbook.xlsx'), 'x');
    }
    for (const each of [old, other]) await utimes(each, TWO_HOURS_AGO, TWO_HOURS_AGO);
    await files.keep('exports/a.xlsx', (path) => writeFile(path, 'x'));
    expect([old, recent, other].map((each) => existsSync(each))).toEqual([false, true, true]);
    for (const each of [recent, other]) await rm(each, { recursive: true });
  });
});
