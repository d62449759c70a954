import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '../../platform/logging/logger.js';
import { ExportWork } from '../application/export-work.js';

/** Runs attempts for whoever hands exports out, and tells the log what came of them. */
@Injectable()
export class ExportAttempts {
  constructor(
    private readonly work: ExportWork,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Never throws: what failed is offered again. */
  async run(exportId: string): Promise<void> {
    const startedAt = performance.now();
    try {
      const { result, attempt, error } = await this.work.run(exportId);
      if (attempt === undefined) return; // nothing was done
      const level = result === 'failed' ? 'warn' : 'info';
      const durationMs = Math.round(performance.now() - startedAt);
      this.logger[level]({ exportId, result, attempt, durationMs, ...causeOf(error) }, 'export');
    } catch (error) {
      this.logger.error({ exportId, err: error }, 'export attempt could not be recorded');
    }
  }

  /** Takes nothing more and resolves when nothing is in hand any more. */
  stop(): Promise<void> {
    return this.work.stop();
  }
}

/** The words of a mail server repeat addresses, so the log has the code only; the record has the words. */
function causeOf(error: unknown): { cause?: string } {
  if (!(error instanceof Error)) return {};
  const { code } = error as { code?: unknown };
  return { cause: typeof code === 'string' ? `${error.name} ${code}` : error.name };
}
