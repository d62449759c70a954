import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '../logging/logger.js';
import { PACKAGE_ROOT } from '../package-root.js';

/** Only a checkout has it. */
const SCRIPT = join(PACKAGE_ROOT, 'scripts/site.ts');

const SITE = join(PACKAGE_ROOT, 'dist/guide');

/** Requests come first, but on a busy machine the build still advances. */
const LOWERED_PRIORITY = 5;

/** The folder of the built site; undefined where there is none. */
export function builtGuide(): string | undefined {
  return existsSync(join(SITE, 'index.html')) ? SITE : undefined;
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
  const child = spawn(process.execPath, ['--import', 'tsx', SCRIPT], { cwd: PACKAGE_ROOT, stdio: 'ignore' });
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
