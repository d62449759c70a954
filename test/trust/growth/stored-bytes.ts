import { counted } from '../harness/failures.js';
import type { Service } from '../harness/service.js';

const MOST_SHOWN = 4;

/**
 * Bytes of the service's tables on the disk: rows, long values, indexes, and versions of rows that are not needed
 * any more. Autovacuum is off, so that space is never used twice: all that was written counts, in any order of the
 * operations, and a burst of writes is faster than autovacuum anyway.
 */
export class StoredBytes {
  private constructor(private readonly service: Service) {}

  static async of(service: Service): Promise<StoredBytes> {
    await service.sql('ALTER SYSTEM SET autovacuum = off');
    await service.sql('SELECT pg_reload_conf()');
    return new StoredBytes(service);
  }

  async byTable(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.service.sql<{ name: string; bytes: string }>(
      `SELECT relname AS name, pg_total_relation_size(oid) AS bytes FROM pg_class
       WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    );
    return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
  }

  /** @returns the growth of all tables, and in words that of the tables which grew most */
  since(
    before: ReadonlyMap<string, number>,
    after: ReadonlyMap<string, number>,
  ): { readonly total: number; readonly largest: string } {
    const growth = [...after].map(([name, bytes]) => ({ name, bytes: bytes - (before.get(name) ?? 0) }));
    const largest = growth.sort((a, b) => b.bytes - a.bytes).slice(0, MOST_SHOWN);
    return {
      total: growth.reduce((sum, { bytes }) => sum + bytes, 0),
      largest: largest.map(({ name, bytes }) => `${name} ${counted(bytes)}`).join(', '),
    };
  }
}
