import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

function rootAbove(folder: string): string {
  if (folder === dirname(folder)) throw new Error('No folder above the program has a package.json.');
  return existsSync(join(folder, 'package.json')) ? folder : rootAbove(dirname(folder));
}

/** The folder of the package: that of the checkout, or the one in which it is installed. */
export const PACKAGE_ROOT = rootAbove(import.meta.dirname);
