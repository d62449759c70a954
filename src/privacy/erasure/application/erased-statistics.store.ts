import { Inject, Injectable } from '@nestjs/common';
import { TableStatistics } from '../../../platform/database/table-statistics.js';
import { LOGGER, type Logger } from '../../../platform/logging/logger.js';
import { UnitOfWork } from '../../../shared-kernel/unit-of-work.js';
import { Erasers } from './erasers.js';

/** Longest time for a table, also while others hold its lock. */
const TABLE_LIMIT_MS = 2 * 60_000;

/** Time after which the rest of the tables is left to autovacuum. */
const LIMIT_MS = 10 * 60_000;

/** The statistics that the database keeps for its planner, which have some of the values of a column. */
@Injectable()
export class ErasedStatistics {
  constructor(
    private readonly erasers: Erasers,
    private readonly statistics: TableStatistics,
    private readonly unitOfWork: UnitOfWork,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Removes the values that are no longer in the tables of the erasers. Fails for no table.
   * @returns tables that could not be analyzed: before PostgreSQL 17, only their owner may do it
   */
  async refresh(): Promise<readonly string[]> {
    const end = Date.now() + LIMIT_MS;
    const tables: string[] = [];
    for (const table of this.erasers.all.flatMap((eraser) => eraser.tables))
      if (Date.now() > end || !(await this.isAnalyzed(table))) tables.push(table);
    if (tables.length > 0)
      this.logger.warn({ tables }, 'not analyzed: statistics may have values of erased people');
    return tables;
  }

  private async isAnalyzed(table: string): Promise<boolean> {
    const failed = await this.unitOfWork.withStatementLimit(TABLE_LIMIT_MS, () =>
      this.statistics.analyze([table]),
    );
    return failed.length === 0;
  }
}
