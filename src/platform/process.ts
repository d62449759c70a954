import { setTimeout as delay } from 'node:timers/promises';
import type { Settings } from './config/settings.js';
import { describeError } from './errors/describe-error.js';
import type { Logger } from './logging/logger.js';
import { stderr } from './logging/output.js';
import { explainStartupError } from './explain-startup-error.js';

const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Repeats within this time are one request: npm forwards the signal that the terminal sends to all processes. */
const SAME_REQUEST_MS = 500;

export interface StopRequest {
  /** Resolves when the process is asked to stop. */
  readonly received: Promise<void>;
  /** Resolves when the time for it is over. Work that is still running then is cut. */
  readonly overdue: Promise<void>;
}

/**
 * Listens for SIGTERM, SIGINT and SIGHUP. Repeated signals do not cut the shutdown short; only a later SIGINT does,
 * because a person is waiting.
 */
export function onStopRequest(logger: Logger, { shutdown }: Pick<Settings, 'shutdown'>): StopRequest {
  const received = new Promise<void>((resolve) => {
    let isFirst = true;
    const stop = (signal: NodeJS.Signals): void => {
      if (isFirst) logger.info({ signal }, 'stopping');
      isFirst = false;
      resolve();
    };
    for (const signal of STOP_SIGNALS) process.on(signal, stop);
  });
  const limitMs = shutdown.delayMs + shutdown.timeoutMs;
  const overdue = received.then(() => Promise.race([delay(limitMs), laterInterrupt()]));
  return { received, overdue };
}

function laterInterrupt(): Promise<void> {
  const since = performance.now();
  return new Promise((resolve) => {
    process.on('SIGINT', () => {
      if (performance.now() - since > SAME_REQUEST_MS) resolve();
    });
  });
}

/**
 * Logs uncaught errors, without data, and ends the process: its state is unknown. A promise that is rejected while the
 * process stops is logged only: Bull leaves one behind when a queue is closed before Redis has ever answered.
 */
export function exitOnUncaughtException(logger: Logger, stopRequested: Promise<void>): void {
  let isStopping = false;
  void stopRequested.then(() => (isStopping = true));
  process.on('uncaughtException', (error, origin) => {
    if (isStopping && origin === 'unhandledRejection') {
      logger.warn({ err: error }, 'failed while stopping');
      return;
    }
    logger.fatal({ err: error }, 'uncaught');
    process.exit(1);
  });
}

/** Ends the process with status 1 and says why: one line per configuration issue, the whole error for a bug. */
export function exitWithFailure(error: unknown, logger?: Logger): never {
  const explanation = explainStartupError(error);
  if (explanation !== undefined) stderr().write(`${explanation}\n`);
  else if (logger) logger.fatal({ err: error }, 'failure');
  else stderr().write(`${JSON.stringify(describeError(error))}\n`);
  process.exit(1);
}
