import { Injectable } from '@nestjs/common';
import { Semaphore } from '../../platform/database/semaphore.js';
import { Sql } from '../../platform/database/sql.js';
import { Settings } from '../../platform/config/settings.js';
import { FileStorage } from '../../platform/storage/file-storage.js';
import { SyncUploads, type ListForm, type Upload } from '../application/sync.ports.js';
import type { SyncKey } from '../domain/sync.js';
import { MAX_SYNC_BYTES } from '../domain/sync.limits.js';

/** A list is stored in files of this size or a little more, so that a process holds no more of it. */
const PART_BYTES = 2_097_152;
const MAX_PARTS = MAX_SYNC_BYTES / PART_BYTES + 1;

/** Most lists that a process takes at the same time. */
const UPLOADS = { inAll: 8, perCompany: 2 };

/** Lists whose files are removed in a round. */
const BATCH = 50;

const BEGIN = {
  name: 'sync-uploads.begin',
  text: 'INSERT INTO employee_sync_upload (company_id, sync_id, form) VALUES ($1, $2, $3)',
};

const END = {
  name: 'sync-uploads.end',
  text: 'UPDATE employee_sync_upload SET parts = $3 WHERE company_id = $1 AND sync_id = $2',
};

const FIND = {
  name: 'sync-uploads.find',
  text: 'SELECT form, parts FROM employee_sync_upload WHERE company_id = $1 AND sync_id = $2',
};

const REMOVE = {
  name: 'sync-uploads.remove',
  text: 'DELETE FROM employee_sync_upload WHERE company_id = $1 AND sync_id = $2',
};

/** Of all companies: workers serve all of them. A request that still sends a list ends within an hour. */
const OBSOLETE = {
  name: 'sync-uploads.obsolete',
  text: `
    SELECT u.company_id AS "companyId", u.sync_id AS "syncId"
    FROM employee_sync_upload u LEFT JOIN employee_sync s ON s.company_id = u.company_id AND s.id = u.sync_id
    WHERE s.status NOT IN ('QUEUED', 'PREVIEWING') OR s.id IS NULL AND u.created_at <= now() - interval '2 hours'
    ORDER BY u.created_at LIMIT $1`,
};

/** Lists in the storage of files. A row names the files until they are removed. */
@Injectable()
export class StoredUploads extends SyncUploads {
  private readonly semaphore: Semaphore;

  constructor(
    private readonly sql: Sql,
    private readonly storage: FileStorage,
    { database }: Settings,
  ) {
    super();
    this.semaphore = new Semaphore(UPLOADS, database.poolWaitMs);
  }

  async receive(key: SyncKey, { form, pieces }: Upload): Promise<void> {
    const release = await this.semaphore.take(key, new AbortController().signal);
    try {
      await this.sql.query(BEGIN, [key.companyId, key.syncId, form]);
      const parts = await this.store(key, form, pieces);
      await this.sql.query(END, [key.companyId, key.syncId, parts]);
    } catch (error) {
      await this.remove(key).catch(() => undefined); // else it is removed later
      throw error;
    } finally {
      release();
    }
  }

  async open({ companyId, syncId }: SyncKey): Promise<Upload> {
    const [row] = await this.sql.query<{ form: ListForm; parts: number | null }>(FIND, [companyId, syncId]);
    if (!row || row.parts === null) throw new Error(`The list of the sync ${syncId} is not stored.`);
    return { form: row.form, pieces: this.read(syncId, row.parts) };
  }

  async remove({ companyId, syncId }: SyncKey): Promise<void> {
    const [row] = await this.sql.query<{ parts: number | null }>(FIND, [companyId, syncId]);
    if (!row) return;
    for (let part = 0; part < (row.parts ?? MAX_PARTS); part++)
      await this.storage.remove(pathOf(syncId, part));
    await this.sql.query(REMOVE, [companyId, syncId]);
  }

  /** @throws the first error of lists that could not be removed now, after the others */
  async removeObsolete(): Promise<void> {
    const errors: unknown[] = [];
    for (const key of await this.sql.query<SyncKey & Record<string, unknown>>(OBSOLETE, [BATCH]))
      await this.remove(key).catch((error: unknown) => errors.push(error));
    if (errors.length > 0) throw errors[0];
  }

  private async store({ syncId }: SyncKey, form: ListForm, pieces: AsyncIterable<Buffer>): Promise<number> {
    let parts = 0;
    let waiting: Buffer[] = [];
    let bytes = 0;
    const flush = async (): Promise<void> => {
      await this.storage.put(pathOf(syncId, parts++), Buffer.concat(waiting), typeOf(form));
      waiting = [];
      bytes = 0;
    };
    for await (const piece of pieces) {
      waiting.push(piece);
      bytes += piece.length;
      if (bytes >= PART_BYTES) await flush();
    }
    if (bytes > 0) await flush();
    return parts;
  }

  private async *read(syncId: string, parts: number): AsyncGenerator<Buffer> {
    for (let part = 0; part < parts; part++) {
      const file = await this.storage.open(pathOf(syncId, part));
      if (!file) throw new Error(`Part ${part} of the list of the sync ${syncId} is missing.`);
      for await (const piece of file) yield piece as Buffer;
    }
  }
}

const TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

function typeOf(form: ListForm): string {
  return TYPES[form] ?? 'text/csv';
}

function pathOf(syncId: string, part: number): string {
  return `syncs/${syncId}-${part}`;
}
