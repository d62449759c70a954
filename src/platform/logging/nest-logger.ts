import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger.js';

/** These contexts also throw the errors that they log; the end of the process reports them. */
const REPORTED_ELSEWHERE: ReadonlySet<unknown> = new Set([
  'ExceptionHandler',
  'NestApplication',
  'TypeOrmModule',
]);

/** Writes messages of NestJS to the log of the service. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    if (!REPORTED_ELSEWHERE.has(rest.at(-1))) this.write('error', message, rest);
  }

  private write(level: 'debug' | 'warn' | 'error', message: unknown, rest: readonly unknown[]): void {
    const context = rest.at(-1);
    const fields = { ...(typeof context === 'string' && { context }) };
    if (message instanceof Error) this.logger[level]({ ...fields, err: message }, 'framework error');
    else this.logger[level](fields, typeof message === 'string' ? message : 'framework message');
  }
}
