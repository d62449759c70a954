import { Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { Settings } from '../config/settings.js';
import { CompanyConnections } from './company-connections.js';
import { poolOf } from './connection.js';
import { Replica } from './replica.js';
import { Semaphore } from './semaphore.js';

/** Target size of a batch in bytes, estimated from the rows of the batch before. */
const BATCH_BYTES = 65_536;
const FIRST_BATCH_ROWS = 50;
const MAX_BATCH_ROWS = 1_000;

/** Most answers that are streamed to one company at the same time, by one process. */
const MAX_STREAMS_PER_COMPANY = 2;

/** A client that stops reading is noticed at the second check at the latest. */
const STALL_CHECKS = 2;

/** The server ends a transaction without a reader this much later than the process. */
const IDLE_MARGIN_MS = 10_000;

/**
 * Longest wait of an export for the share of its company. Requests leave that queue after DATABASE_POOL_WAIT, so an
 * export comes first by then.
 */
const EXPORT_WAIT_MS = 30_000;

/** A query for streaming. It has one column, `row`, of type text. */
export interface StreamedQuery {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** An answer is read at the pace of its client, an export at the pace of the process. */
export type StreamPurpose = 'answer' | 'export';

/**
 * Reads results that may be larger than memory through a cursor, in one snapshot. A stream keeps a connection for as
 * long as its reader takes, so answers get at most half of the pool, and a company two of these connections but never
 * all. Exports have a quarter of the pool for themselves, within the share of their company, which requests have taken
 * already. Further streams wait. A replica takes over what it can.
 */
@Injectable()
export class RowStreams {
  private readonly pool: Pool;
  private readonly semaphores: Readonly<Record<StreamPurpose, Semaphore>>;
  private readonly beginStatement: string;

  constructor(
    dataSource: DataSource,
    { database, http }: Settings,
    private readonly replica: Replica,
    private readonly companies: CompanyConnections,
  ) {
    this.pool = poolOf(dataSource);
    const { poolSize, poolWaitMs } = database;
    const answers = Math.max(1, Math.floor(poolSize / 2));
    const perCompany = Math.max(1, Math.min(MAX_STREAMS_PER_COMPANY, answers - 1));
    const exports = Math.max(1, Math.floor(poolSize / 4));
    this.semaphores = {
      answer: new Semaphore({ inAll: answers, perCompany }, poolWaitMs),
      export: new Semaphore({ inAll: exports, perCompany: exports }, poolWaitMs),
    };
    const maxIdleMs = STALL_CHECKS * http.responseStallTimeoutMs + IDLE_MARGIN_MS;
    this.beginStatement = `BEGIN READ ONLY; SET LOCAL idle_in_transaction_session_timeout = ${maxIdleMs}`;
  }

  /** Number of open streams. */
  count(purpose: StreamPurpose): number {
    return this.semaphores[purpose].inUse;
  }

  /**
   * The rows of a query, in batches of about 64 KiB. Nothing is read ahead. When the reader stops early or the signal
   * is aborted, the connection is closed, which ends the query.
   *
   * A batch is emptied when the next one is requested. Measured: otherwise dead arrays in V8's old space keep the texts
   * of many batches in memory until the next full collection.
   * @param companyId - whose rows are read
   * @throws what the database throws; {NoPermit} when no connection becomes free in time
   */
  async *read(
    { text, values }: StreamedQuery,
    { purpose, companyId }: { readonly purpose: StreamPurpose; readonly companyId: string },
    signal: AbortSignal,
  ): AsyncGenerator<string[], void> {
    const leave =
      purpose === 'export'
        ? await this.companies.take({ companyId, callerId: purpose }, signal, EXPORT_WAIT_MS)
        : undefined;
    try {
      const release = await this.semaphores[purpose].take({ companyId }, signal);
      try {
        yield* this.readWith(await this.begin(), { text, values }, signal);
      } finally {
        release();
      }
    } finally {
      leave?.();
    }
  }

  /** Begins a transaction on the replica or, where it cannot serve, on the primary. */
  private async begin(): Promise<PoolClient> {
    const fromReplica = await this.replica.begin(this.beginStatement);
    if (fromReplica) return fromReplica;
    const client = await this.pool.connect();
    try {
      await client.query(this.beginStatement);
      return client;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  private async *readWith(
    client: PoolClient,
    { text, values }: StreamedQuery,
    signal: AbortSignal,
  ): AsyncGenerator<string[], void> {
    let isDone = false;
    let isReleased = false;
    const release = (): void => {
      if (isReleased) return;
      isReleased = true;
      signal.removeEventListener('abort', release);
      if (isDone) client.off('error', ignore);
      client.release(!isDone);
    };
    signal.addEventListener('abort', release);
    client.on('error', ignore);
    try {
      await client.query(`DECLARE streamed NO SCROLL CURSOR FOR ${text}`, [...values]);
      for (let rows = FIRST_BATCH_ROWS; ;) {
        const batch = await fetchRows(client, rows);
        const isLast = batch.length < rows;
        rows = nextSize(batch);
        if (batch.length > 0) yield batch;
        if (isLast) break;
        batch.length = 0;
      }
      await client.query('COMMIT');
      isDone = true;
    } catch (error) {
      if (!signal.aborted) throw error; // closed on purpose
    } finally {
      release();
    }
  }
}

/** A connection may break while it is idle; the next query reports the error. */
function ignore(): void {}

/**
 * `FETCH` is a statement of its own. With pg-cursor, `statement_timeout` would count the pauses of the reader,
 * `query_timeout` would end the rows early without an error, and the server would not end a transaction without a
 * reader.
 */
async function fetchRows(client: PoolClient, count: number): Promise<string[]> {
  const { rows } = await client.query<[string]>({ text: `FETCH ${count} FROM streamed`, rowMode: 'array' });
  const texts = rows.map(([row]) => row);
  rows.length = 0;
  return texts;
}

function nextSize(batch: readonly string[]): number {
  const length = batch.reduce((sum, row) => sum + row.length, 0);
  const fitting = Math.floor((BATCH_BYTES * batch.length) / Math.max(1, length));
  return Math.min(MAX_BATCH_ROWS, Math.max(1, fitting));
}
