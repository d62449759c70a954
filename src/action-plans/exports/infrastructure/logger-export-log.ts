import { Inject, Injectable } from '@nestjs/common';
import { trace } from '@opentelemetry/api';
import { Histogram, Registry } from 'prom-client';
import { LOGGER, type Logger } from '../../../platform/logging/logger.js';
import type { ExportOutcome } from '../application/export-outcome.js';
import { ExportLog } from '../application/export.ports.js';
import type { ExportKey } from '../domain/plan-export.js';

/** Seconds. Most attempts take less than one; a mail server may take a minute. */
const BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/** Results that are measured, also while there are none. The others are wake-ups without work. */
const MEASURED = ['sent', 'failed', 'refused', 'released', 'lost', 'unrecorded', 'given-up'] as const;

/** Writes attempts to the log, the metrics and the trace of the process. */
@Injectable()
export class LoggerExportLog extends ExportLog {
  private readonly durations: Histogram<'result'>;

  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    registry: Registry,
  ) {
    super();
    this.durations = new Histogram({
      name: 'wes_export_attempt_duration_seconds',
      help: 'Time of the attempts at exports, by their result: sent, or why not.',
      labelNames: ['result'],
      buckets: BUCKETS,
      registers: [registry],
    });
    for (const result of MEASURED) this.durations.zero({ result });
  }

  attempted({ exportId }: ExportKey, { result, attempt, error }: ExportOutcome, durationMs: number): void {
    trace.getActiveSpan()?.setAttributes({ 'wes.export_id': exportId, 'wes.export_result': result });
    if (MEASURED.some((measured) => measured === result))
      this.durations.observe({ result }, durationMs / 1_000);
    if (result === 'unrecorded') {
      this.logger.error({ exportId, err: error }, 'export attempt could not be recorded');
    } else if (attempt !== undefined || result === 'given-up') {
      const level = result === 'failed' || result === 'given-up' ? 'warn' : 'info';
      const details = { exportId, result, attempt, durationMs: Math.round(durationMs), ...causeOf(error) };
      this.logger[level](details, 'export');
    }
  }
}

/** Messages of mail servers contain addresses, so only the code is logged; the row has the whole message. */
function causeOf(error: unknown): { cause?: string } {
  if (!(error instanceof Error)) return {};
  const { code } = error as { code?: unknown };
  return { cause: typeof code === 'string' ? `${error.name} ${code}` : error.name };
}
