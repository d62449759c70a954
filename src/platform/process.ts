import type { Logger } from './logging/logger.js';
import { describeError } from './errors/describe-error.js';
import { explainStartupError } from './startup-error.js';

/** A repeat within this time is the same request: npm passes on what the terminal has sent to everybody. */
const SAME_REQUEST_MS = 500;

/**
 * Resolves when the process is asked to stop (SIGTERM, SIGINT), and keeps repeats from cutting the stop short. Only
 * a later SIGINT ends the process at once: a person is waiting.
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

/** Logs what nothing caught, without data, and ends the process: its state is not to be trusted any more. */
export function endOnMistake(logger: Logger): void {
  process.once('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'uncaught');
    process.exit(1);
  });
}

/** Ends the process with status 1 and says why: one line per issue of the set-up, the whole error for one of ours. */
export function endProcess(error: unknown, logger?: Logger): never {
  const explanation = explainStartupError(error);
  if (explanation !== undefined) process.stderr.write(`${explanation}\n`);
  else if (logger) logger.fatal({ err: error }, 'failure');
  else process.stderr.write(`${JSON.stringify(describeError(error))}\n`);
  process.exit(1);
}
