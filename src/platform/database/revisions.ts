import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { poolOf } from './connection.js';
import { DatabaseBusy } from './sql-errors.js';

/** What processes cache. Each topic has a counter in the database, which moves with every change. */
export type Topic = 'credentials' | 'announcement-templates';

/** Every request may have to wait for a reading, so its limit is shorter than that of other statements. */
const READING_LIMIT_MS = 2_000;

const READ_REVISIONS = {
  name: 'revisions.read',
  text: 'SELECT topic, value::text FROM revision',
  query_timeout: READING_LIMIT_MS,
};

/** How often the counters are read in the background, whatever the number of requests. */
const POLL_INTERVAL_MS = 250;

/** How old a reading may be. Together with the time of an answer this stays below one second. */
const MAX_AGE_MS = 750;

interface Reading {
  /** Monotonic time at which the reading began: it includes everything committed before. */
  readonly askedAt: number;
  readonly values: ReadonlyMap<string, number>;
}

/**
 * Says whether cached data is still valid, without a round trip per request (ADR 0005). A reading of the counters is
 * used for less than a second. When the background reading is late (slow database, frozen process), callers wait for a
 * new one and get its error, so outdated data is never served for longer.
 */
@Injectable()
export class Revisions implements OnApplicationBootstrap, OnModuleDestroy {
  private latest: Reading | undefined;
  private pending: { askedAt: number; reading: Promise<Reading> } | undefined;
  private invalidBefore = -Infinity;
  private timer: NodeJS.Timeout | undefined;
  private readonly pool: Pool;

  constructor(dataSource: DataSource) {
    this.pool = poolOf(dataSource);
  }

  /** @throws when the database does not answer or is not migrated: then the process must not start */
  async onApplicationBootstrap(): Promise<void> {
    await this.read();
    this.timer = setInterval(() => {
      this.read().catch(() => undefined); // the next caller gets the error
    }, POLL_INTERVAL_MS);
    this.timer.unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.pending?.reading.catch(() => undefined);
  }

  /**
   * The revision of a topic, at most 0.75 s old and never older than this process's own last write.
   * What was read from the database at this revision or a later one may be used.
   * @throws the database's error when no reading can be had
   */
  current(topic: Topic): number | Promise<number> {
    return this.latest && this.isRecent(this.latest)
      ? revisionOf(this.latest, topic)
      : this.awaitCurrent(topic);
  }

  /** To be called after a write of this process: it is visible here at once, in other processes within a second. */
  invalidate(): void {
    this.invalidBefore = performance.now();
  }

  private isRecent({ askedAt }: { askedAt: number }): boolean {
    return askedAt >= this.invalidBefore && askedAt > performance.now() - MAX_AGE_MS;
  }

  private async awaitCurrent(topic: Topic): Promise<number> {
    if (this.pending && !this.isRecent(this.pending)) await this.pending.reading.catch(() => undefined);
    return revisionOf(await this.read(), topic);
  }

  private read(): Promise<Reading> {
    this.pending ??= { askedAt: performance.now(), reading: this.ask() };
    return this.pending.reading;
  }

  private async ask(): Promise<Reading> {
    const askedAt = performance.now();
    try {
      const { rows } = await inTime(this.pool.query<{ topic: string; value: string }>(READ_REVISIONS));
      this.latest = { askedAt, values: new Map(rows.map(({ topic, value }) => [topic, Number(value)])) };
      return this.latest;
    } finally {
      this.pending = undefined;
    }
  }
}

/** The time-out of the query begins when it has a connection; this one includes the wait for the connection. */
async function inTime<T>(reading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DatabaseBusy()), READING_LIMIT_MS);
  });
  return Promise.race([reading, late]).finally(() => clearTimeout(timer));
}

function revisionOf({ values }: Reading, topic: Topic): number {
  const value = values.get(topic);
  if (value === undefined) throw new Error(`The database has no revision for ${topic}: is it migrated?`);
  return value;
}
