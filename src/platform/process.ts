import type { Logger } from './logging/logger.js';
import { describeError } from './errors/describe-error.js';
import { explainStartupError } from './startup-error.js';

/** Repeats within this time are one request: npm forwards the signal that the terminal sends to all processes. */
const SAME_REQUEST_MS = 500;

/**
 * Resolves when the process is asked to stop (SIGTERM, SIGINT). Repeated signals do not cut the shutdown short; only a
 * later SIGINT ends the process at once, because a person is waiting.
 */
export function onStopRequest(logger: Logger): Promise<void> {
  return new Promise((resolve) => {
    let askedAt: number | undefined;
    const stop = (signal: NodeJS.Signals): void => {
      if (askedAt === undefined) {
        askedAt = performance.now();
        logger.info({ signal }, 'stopping');
        resolve();
      } else if (signal === 'SIGINT' && performance.now() - askedAt > SAME_REQUEST_MS) process.exit(130);
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
  });
}

/** Logs uncaught errors, without data, and ends the process: its state is unknown. */
export function endOnMistake(logger: Logger): void {
  process.once('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'uncaught');
    process.exit(1);
  });
}

/** Ends the process with status 1 and says why: one line per configuration issue, the whole error for a bug. */
export function endProcess(error: unknown, logger?: Logger): never {
  const explanation = explainStartupError(error);
  if (explanation !== undefined) process.stderr.write(`${explanation}\n`);
  else if (logger) logger.fatal({ err: error }, 'failure');
  else process.stderr.write(`${JSON.stringify(describeError(error))}\n`);
  process.exit(1);
}
