import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Time of the last change of a file, or of one in a folder, in milliseconds.
 * @param ignored - names that do not count
 */
export function newest(path: string, ignored: readonly string[] = []): number {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  const names = readdirSync(path).filter((name) => !ignored.includes(name));
  return Math.max(0, ...names.map((name) => newest(join(path, name), ignored)));
}
