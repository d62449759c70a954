import { open, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { isTemporary, replaceFile } from '../files/replace-file.js';
import { FileStorage, type ByteRange } from './file-storage.js';
import { checkKey } from './storage-key.js';

/** Age at which a temporary file counts as left over from a crashed process. */
const LEFT_BEHIND_MS = 3_600_000;

/** Keeps files in a folder of this machine; the parts of a key are folders in it. */
export class FolderStorage extends FileStorage {
  /** Folders whose left-over temporary files have been removed. */
  private readonly tidied = new Set<string>();

  constructor(private readonly folder: string) {
    super();
  }

  override async put(key: string, content: Uint8Array, _contentType: string): Promise<void> {
    const target = this.pathOf(key);
    await replaceFile(target, content);
    await this.tidy(dirname(target));
  }

  override async sizeOf(key: string): Promise<number | undefined> {
    const stats = await unlessMissing(stat(this.pathOf(key)));
    return stats?.isFile() ? stats.size : undefined;
  }

  override async open(key: string, range?: ByteRange): Promise<Readable | undefined> {
    const handle = await unlessMissing(open(this.pathOf(key), 'r'));
    if (!handle) return undefined;
    try {
      return await read(handle, range);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  override async remove(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true });
  }

  private pathOf(key: string): string {
    checkKey(key);
    return join(this.folder, ...key.split('/'));
  }

  private async tidy(folder: string): Promise<void> {
    if (this.tidied.has(folder)) return;
    this.tidied.add(folder);
    for (const name of (await readdir(folder)).filter(isTemporary)) {
      const stats = await unlessMissing(stat(join(folder, name)));
      if (stats && Date.now() - stats.mtimeMs > LEFT_BEHIND_MS) await rm(join(folder, name), { force: true });
    }
  }
}

async function read(handle: FileHandle, range: ByteRange | undefined): Promise<Readable | undefined> {
  const stats = await handle.stat();
  if (!stats.isFile()) {
    await handle.close();
    return undefined;
  }
  if (range && range.start >= stats.size)
    throw new RangeError('The range begins behind the end of the file.');
  // The stream closes the file. An open file stays readable when it is replaced or removed.
  return handle.createReadStream(range);
}

async function unlessMissing<T>(access: Promise<T>): Promise<T | undefined> {
  try {
    return await access;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
