import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const SUFFIX = '.tmp';

/** True of the name of a temporary file of {@link replaceFile}, in use or left over from a crash. */
export function isTemporary(name: string): boolean {
  return name.startsWith('.') && name.endsWith(SUFFIX);
}

/**
 * Replaces a file atomically: readers see the old or the whole new file, also after a power failure. Only the owner
 * may read it; folders are created as needed.
 * @param fill - writes the new file to the path that it is given
 */
export async function replaceFile(path: string, fill: (temporary: string) => Promise<void>): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = join(folder, `.${basename(path)}.${randomUUID()}${SUFFIX}`);
  try {
    await fill(temporary);
    await flush(temporary, 0o600);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await flush(folder);
}

/** Waits until a file or the entries of a folder are on the disk. */
async function flush(path: string, mode?: number): Promise<void> {
  const handle = await open(path, 'r');
  try {
    if (mode !== undefined) await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
