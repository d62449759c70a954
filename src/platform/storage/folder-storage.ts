import { open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { isTemporary, replaceFile } from '../files/replace-file.js';
import { FileStorage, type ByteRange } from './file-storage.js';

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
    return (await unlessMissing(stat(this.pathOf(key))))?.size;
  }

  override async open(key: string, range?: ByteRange): Promise<Readable | undefined> {
    const handle = await unlessMissing(open(this.pathOf(key), 'r'));
    return handle?.createReadStream(range); // which closes the file
  }

  override async remove(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true });
  }

  override async *keys(prefix: string): AsyncGenerator<string> {
    const folder = this.pathOf(prefix.replace(/\/$/, ''));
    const entries = (await unlessMissing(readdir(folder, { recursive: true, withFileTypes: true }))) ?? [];
    for (const entry of entries)
      if (entry.isFile() && !isTemporary(entry.name))
        yield relative(this.folder, join(entry.parentPath, entry.name)).split(sep).join('/');
  }

  private pathOf(key: string): string {
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

async function unlessMissing<T>(access: Promise<T>): Promise<T | undefined> {
  try {
    return await access;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
