import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '../../../platform/logging/logger.js';
import type { ExportOutcome } from '../application/export-outcome.js';
import { ExportLog } from '../application/export.ports.js';
import type { ExportKey } from '../domain/plan-export.js';

/** Writes attempts to the log of the process. */
@Injectable()
export class LoggerExportLog extends ExportLog {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {
    super();
  }

  attempted({ exportId }: ExportKey, { result, attempt, error }: ExportOutcome, durationMs: number): void {
    if (result === 'unrecorded') {
      this.logger.error({ exportId, err: error }, 'export attempt could not be recorded');
    } else if (attempt !== undefined) {
      const level = result === 'failed' ? 'warn' : 'info';
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
