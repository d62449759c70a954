import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { Settings } from '../config/settings.js';
import { LongStatements } from './long-statements.js';
import { Semaphore, type PermitHolder, type Permits } from './semaphore.js';
import { DatabaseSilent } from './sql-errors.js';

/** Permits for statements: their holders wait for the database alone. */
abstract class StatementPermits extends Semaphore {
  private readonly statements: LongStatements;

  protected constructor(
    permits: Permits,
    private readonly settings: Settings,
    { options }: DataSource,
  ) {
    super(permits, settings.database.poolWaitMs);
    this.statements = new LongStatements((options as PostgresDataSourceOptions).url);
  }

  /** If no holder gets on and the server has no statement of theirs, it does not answer them. */
  protected override async refusal(holder: PermitHolder, idleMs: number): Promise<Error> {
    const limitMs = this.settings.database.poolWaitMs / 2;
    const isSilent = idleMs >= limitMs && !(await this.statements.areRunning(limitMs));
    return isSilent ? new DatabaseSilent() : super.refusal(holder, idleMs);
  }
}

/**
 * The share of each company in the connections of this process: at most half of them work for one company at a time,
 * and the others stay free for other companies. Of more than two permits, one caller leaves one to its colleagues
 * (ADR 24). A holder of a permit uses one connection at a time.
 */
@Injectable()
export class CompanyConnections extends StatementPermits {
  constructor(settings: Settings, dataSource: DataSource) {
    const perCompany = Math.max(1, Math.floor(settings.database.poolSize / 2));
    super({ perCompany, perCaller: Math.max(2, perCompany - 1) }, settings, dataSource);
  }
}

/** Statements for look-ups that one process runs at the same time. */
const LOOK_UPS = 2;

/** Permits for the statements of look-ups, which the requests of all companies share (ADR 15). */
@Injectable()
export class LookUpConnections extends StatementPermits {
  constructor(settings: Settings, dataSource: DataSource) {
    super({ inAll: LOOK_UPS }, settings, dataSource);
  }
}

/** Most searches and other busy reads of a company that one process does at the same time. */
const BUSY_READS = 2;

/** Permits for reads that keep a processor of the database busy, such as searches (ADR 24). */
@Injectable()
export class BusyReads extends Semaphore {
  constructor({ database }: Settings) {
    super({ perCompany: BUSY_READS }, database.poolWaitMs);
  }
}

/** Most large pages that one process puts together at the same time: each is a good part of its memory. */
const LARGE_READS = 2;

/** Permits for reads with answers of many megabytes: one for each company (ADR 24). */
@Injectable()
export class LargeReads extends Semaphore {
  constructor({ database }: Settings) {
    super({ inAll: LARGE_READS, perCompany: 1 }, database.poolWaitMs);
  }
}
