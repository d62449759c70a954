import type { Logger } from './logging/logger.js';
import { describeError } from './logging/describe-error.js';
import { explainStartupFault } from './startup-fault.js';

/**
 * Resolves when the process is asked to stop (SIGTERM, SIGINT). A second SIGINT ends it at once: a person is
 * waiting.
 */
export function onStopRequest(logger: Logger): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGTERM', () => {
      logger.info({ signal: 'SIGTERM' }, 'stopping');
      resolve();
    });
    process.once('SIGINT', () => {
      logger.info({ signal: 'SIGINT' }, 'stopping');
      process.once('SIGINT', () => process.exit(130));
      resolve();
    });
  });
}

/** Ends the process with status 1 and says why: one line per fault of the set-up, the whole error for one of ours. */
export function endProcess(error: unknown, logger?: Logger): never {
  const explanation = explainStartupFault(error);
  if (explanation !== undefined) process.stderr.write(`${explanation}\n`);
  else if (logger) logger.fatal({ err: error }, 'failure');
  else process.stderr.write(`${JSON.stringify(describeError(error))}\n`);
  process.exit(1);
}
