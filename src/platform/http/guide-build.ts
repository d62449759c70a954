import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '../logging/logger.js';

/** `dist`, or the checkout where the sources run. */
const BASE = join(import.meta.dirname, '../../..');
const CHECKOUT = join(BASE, '..');

/** Only a checkout has it. */
const SCRIPT = join(CHECKOUT, 'scripts/site.ts');

/** Requests come first, but on a busy machine the build still advances. */
const LOWERED_PRIORITY = 5;

/** The built site: beside the program in the package and the image, or in `dist` of a checkout. */
export function builtGuide(): string | undefined {
  const folders = [join(BASE, 'guide'), join(BASE, 'dist/guide')];
  return folders.find((folder) => existsSync(join(folder, 'index.html')));
}

let build: ChildProcess | undefined;

/** True while this process has the site built. */
export function isGuideBeingBuilt(): boolean {
  return build !== undefined;
}

/**
 * Builds the site of a checkout that has none, in a process of its own. The site appears when it is whole.
 * @returns ends the build
 */
export function buildGuide(logger: Logger): () => void {
  if (builtGuide() !== undefined || !existsSync(SCRIPT)) return () => undefined;
  const child = spawn(process.execPath, ['--import', 'tsx', SCRIPT], { cwd: CHECKOUT, stdio: 'ignore' });
  build = child;
  if (child.pid !== undefined) setPriority(child.pid, LOWERED_PRIORITY);
  child.unref();
  const ended = (cause: object): void => {
    build = undefined;
    if (builtGuide() === undefined && !child.killed)
      logger.warn(cause, 'guide not built: npm run site shows why');
  };
  child.once('error', (err) => ended({ err }));
  child.once('exit', (code, signal) => ended({ code, signal }));
  return () => child.kill();
}
