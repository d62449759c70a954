import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const SUFFIX = '.tmp';

/** Whether a file is one that {@link replaceFile} works on, or left behind when its process was killed. */
export function isTemporary(name: string): boolean {
  return name.startsWith('.') && name.endsWith(SUFFIX);
}

/**
 * Puts a file in its place in one step: who opens it sees what was there or all of the new one, also after a power
 * cut. Only the owner may read it; folders are made as needed.
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
