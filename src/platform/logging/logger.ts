import { trace } from '@opentelemetry/api';
import { pino, type DestinationStream, type Logger } from 'pino';
import pretty from 'pino-pretty';
import { describeError } from '../errors/describe-error.js';

export type { Logger };

/** `auto` is `pretty` on a terminal and `json` elsewhere. */
export interface LogSettings {
  readonly level: string;
  readonly format: 'auto' | 'json' | 'pretty';
}

interface LoggerSettings {
  readonly log: LogSettings;
  /** Lines have the id of their trace where it is set. */
  readonly tracesEndpoint?: string | undefined;
}

/** Logs nothing: commands print their own messages. */
export const SILENT_LOGGER: Logger = pino({ level: 'silent' });

/** Injects the log of the process. */
export const LOGGER = Symbol('logger');

/**
 * The structured log of a process, on standard output. Credentials, e-mail addresses and bodies never reach it:
 * of a request only its method, route, status and id are logged, and errors without their data.
 */
export function createLogger({ log, tracesEndpoint }: LoggerSettings): Logger {
  const options = {
    level: log.level,
    serializers: { err: describeError },
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
    base: null,
    ...(tracesEndpoint !== undefined && { mixin: traceId }),
  };
  const readable = log.format === 'pretty' || (log.format === 'auto' && process.stdout.isTTY);
  return pino(options, readable ? pretty({ sync: true, singleLine: true }) : jsonOutput());
}

/**
 * Writes lines together, at the latest after 0.1 s and at exit: a write for each is a good part of the cost of a short
 * request. A process that is killed loses the lines of that time.
 */
function jsonOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, minLength: 8_192, periodicFlush: 100 });
  process.once('exit', () => {
    output.flush();
  });
  return output;
}

/** The trace of what is being done, if there is one. */
function traceId(): object {
  const span = trace.getActiveSpan();
  return span ? { traceId: span.spanContext().traceId } : {};
}
