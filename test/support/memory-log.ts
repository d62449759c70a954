import { pino, type Logger } from 'pino';
import { describeError } from '../../src/platform/errors/describe-error.js';

/** A log whose lines a test reads. */
export function memoryLog(): { logger: Logger; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const options = {
    base: null,
    timestamp: false,
    serializers: { err: describeError },
    formatters: { level: (label: string) => ({ level: label }) },
  };
  const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>);
  return { logger: pino(options, { write }), lines };
}
