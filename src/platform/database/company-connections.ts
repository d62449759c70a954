import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Settings } from '../config/settings.js';
import { poolOf } from './connection.js';
import { Semaphore, type PermitHolder, type Permits } from './semaphore.js';
import { DatabaseSilent } from './sql-errors.js';

/** Those who wait when a database falls silent have begun up to so many milliseconds before. */
const BEGUN_BEFORE_MS = 100;

/** Permits for statements: their holders wait for the database alone. */
abstract class StatementPermits extends Semaphore {
  protected constructor(
    permits: Permits,
    { database }: Settings,
    private readonly dataSource: DataSource,
  ) {
    super(permits, database.poolWaitMs);
  }

  /** A database that has answered nobody meanwhile is the cause, and not the work of others. */
  protected override refusal(holder: PermitHolder, waitedMs: number): Error {
    const silentMs = performance.now() - poolOf(this.dataSource).lastAnswerAt;
    const isSilent = silentMs >= Math.max(waitedMs - BEGUN_BEFORE_MS, waitedMs / 2);
    return waitedMs > 0 && isSilent ? new DatabaseSilent() : super.refusal(holder, waitedMs);
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
