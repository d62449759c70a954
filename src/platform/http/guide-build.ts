import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '../logging/logger.js';

/** `dist`, or the checkout where the sources run. */
const BASE = join(import.meta.dirname, '../../..');
const CHECKOUT = join(BASE, '..');

/** Only a checkout has it. */
const SCRIPT = join(CHECKOUT, 'scripts/site.ts');

/** Has the id of the process that builds. */
const BUILDER = join(BASE, 'guide.pid');

/** Requests come first, but on a busy machine the build still advances. */
const LOWERED_PRIORITY = 5;

/** The built site: beside the program in the package and the image, or in `dist` of a checkout. */
export function builtGuide(): string | undefined {
  const folders = [join(BASE, 'guide'), join(BASE, 'dist/guide')];
  return folders.find((folder) => existsSync(join(folder, 'index.html')));
}

/** True while a process builds the site. */
export function isGuideBeingBuilt(): boolean {
  try {
    return process.kill(Number(readFileSync(BUILDER, 'utf8')), 0);
  } catch {
    return false; // nobody has begun, or the builder was ended
  }
}

/**
 * Builds the site of a checkout that has none, in a process of its own. The site appears when it is whole.
 * @returns ends the build
 */
export function buildGuide(logger: Logger): () => void {
  if (builtGuide() !== undefined || !existsSync(SCRIPT) || isGuideBeingBuilt()) return () => undefined;
  const build = spawn(process.execPath, ['--import', 'tsx', SCRIPT], { cwd: CHECKOUT, stdio: 'ignore' });
  let isEnded = false;
  build.once('error', (error) => logger.warn({ err: error }, 'guide not built'));
  build.once('exit', (code) => {
    rmSync(BUILDER, { force: true });
    if (code !== 0 && !isEnded) logger.warn({ code }, 'guide not built: npm run site shows why');
  });
  if (build.pid !== undefined) {
    writeFileSync(BUILDER, String(build.pid));
    setPriority(build.pid, LOWERED_PRIORITY);
  }
  build.unref();
  return () => {
    isEnded = true;
    build.kill();
  };
}
