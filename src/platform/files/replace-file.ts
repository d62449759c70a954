import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

const SUFFIX = '.tmp';

/** True of the name of a temporary file of {@link replaceFile}, in use or left over from a crash. */
export function isTemporary(name: string): boolean {
  return name.startsWith('.') && name.endsWith(SUFFIX);
}

/**
 * Replaces a file atomically: readers see the old or the whole new file, also after a power failure. Only the owner
 * may read it; folders are created as needed.
 */
export async function replaceFile(path: string, content: Uint8Array | Readable): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = join(folder, `.${basename(path)}.${randomUUID()}${SUFFIX}`);
  try {
    await writeFile(temporary, content, { mode: 0o600, flush: true });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  // Waits until the new entry of the folder is on the disk.
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
