import { trace } from '@opentelemetry/api';
import { pino, type DestinationStream, type Logger } from 'pino';
import { prettyFactory } from 'pino-pretty';
import { describeError } from '../errors/describe-error.js';
import { stdout } from './output.js';

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
  return pino(options, readable ? prettyOutput() : stdout());
}

function prettyOutput(): DestinationStream {
  const format = prettyFactory({ singleLine: true });
  return { write: (line) => stdout().write(format(line)) };
}

/** The id of the current trace, if there is one. */
function traceId(): object {
  const span = trace.getActiveSpan();
  return span ? { traceId: span.spanContext().traceId } : {};
}
