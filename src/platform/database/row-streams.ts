import { Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { Settings } from '../config/settings.js';
import { poolOf } from './connection.js';
import { Slots } from './slots.js';

/** Bytes that one round trip should bring, as far as the rows before tell. */
const BATCH_BYTES = 65_536;
const FIRST_BATCH_ROWS = 50;
const MAX_BATCH_ROWS = 1_000;

/** The server ends a transaction that nobody reads from this much later than the process should have done. */
const IDLE_MARGIN_MS = 10_000;

/** A query whose rows are read bit by bit: its text, whose only column is called `row` and is a text, and its values. */
export interface StreamedQuery {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Reads results that may be larger than memory, through a cursor, in one snapshot. The planner is told so: it prefers
 * plans whose first row comes early. A stream keeps a connection for as long as its reader takes, so at most half of
 * the pool is given to streams; the others wait like for any connection.
 */
@Injectable()
export class RowStreams {
  private readonly pool: Pool;
  private readonly slots: Slots;
  private readonly begin: string;

  constructor(dataSource: DataSource, { database, http }: Settings) {
    this.pool = poolOf(dataSource);
    this.slots = new Slots(Math.max(1, Math.floor(database.poolSize / 2)), database.poolWaitMs);
    const maxIdleMs = http.streamStallTimeoutMs + IDLE_MARGIN_MS;
    this.begin = `BEGIN READ ONLY; SET LOCAL idle_in_transaction_session_timeout = ${maxIdleMs}`;
  }

  /**
   * The rows of a query, in batches of some 64 KiB. Nothing is read ahead of the reader. When the reader stops before
   * the end, or the signal is given, the connection is cut, which ends the query.
   *
   * A batch is emptied when the next one is asked for: dead arrays that have come to V8's old space would keep the
   * texts of one batch after the other in memory until the next full collection.
   * @throws what the database throws; {DatabaseBusy} when no connection becomes free in time
   */
  async *read({ text, values }: StreamedQuery, signal: AbortSignal): AsyncGenerator<string[], void> {
    const free = await this.slots.take(signal);
    try {
      yield* this.readWith(await this.pool.connect(), { text, values }, signal);
    } finally {
      free();
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
      await client.query(this.begin);
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
      if (!signal.aborted) throw error; // what is cut on purpose is no failure
    } finally {
      release();
    }
  }
}

/** A connection may break while nothing is asked of it; the next question meets the error. */
function ignore(): void {}

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
