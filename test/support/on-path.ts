import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The folders of programs, as the environment lists them. */
export const PATH = process.env['PATH'] ?? '';

/** The path of a program; undefined if it is not installed. */
export function onPath(name: string): string | undefined {
  const folders = PATH.split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
