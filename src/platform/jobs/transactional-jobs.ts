import { Injectable } from '@nestjs/common';
import { newId } from '../../shared-kernel/id.js';
import { Jobs, type NewJob } from '../../shared-kernel/jobs.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { Sql } from '../database/sql.js';
import { jobKinds } from './job-handler.js';
import { JobOffers } from './job-offers.js';

/** Largest payload of a job, in bytes of JSON. */
export const MAX_JOB_PAYLOAD_BYTES = 8_192;

/** The update changes nothing, but makes RETURNING return the unfinished job. */
const ADD = {
  name: 'jobs.add',
  text: `
    INSERT INTO job (company_id, id, kind, key, payload, status, due_at)
    VALUES ($1, $2, $3, $4, $5, 'QUEUED', coalesce($6, now()))
    ON CONFLICT (company_id, kind, key) WHERE finished_at IS NULL DO UPDATE SET key = job.key
    RETURNING id`,
};

/** `$2` jobs as JSON. */
const ADD_ALL = {
  name: 'jobs.add-all',
  text: `
    INSERT INTO job (company_id, id, kind, key, payload, status, due_at)
    SELECT "companyId", id, $1, key, payload, 'QUEUED', coalesce("dueAt", now())
    FROM json_to_recordset($2::json)
      AS given ("companyId" text, id text, key text, payload jsonb, "dueAt" timestamptz)
    ON CONFLICT (company_id, kind, key) WHERE finished_at IS NULL DO NOTHING`,
};

/** Adds jobs as rows, and offers them after the commit. */
@Injectable()
export class TransactionalJobs extends Jobs {
  constructor(
    private readonly sql: Sql,
    private readonly offers: JobOffers,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super();
  }

  async add(kind: string, job: NewJob, transaction: Transaction): Promise<string> {
    check(kind, job);
    const { companyId, key = null, payload, dueAt = null } = job;
    const values = [companyId, newId(), kind, key, JSON.stringify(payload), dueAt];
    const [row] = await this.sql.query<{ id: string }>(ADD, values, transaction);
    if (!row) throw new Error('The job was not stored.');
    const { id } = row;
    if (!dueAt)
      this.unitOfWork.afterCommit(transaction, () => this.offers.offer({ kind, companyId, id, attempts: 0 }));
    return id;
  }

  /** Workers find the jobs in the table, each second some of them, so that they do not flood the queue. */
  async addAll(kind: string, jobs: readonly NewJob[], transaction: Transaction): Promise<void> {
    for (const job of jobs) check(kind, job);
    const rows = jobs.map((job) => ({ ...job, id: newId() }));
    await this.sql.query(ADD_ALL, [kind, JSON.stringify(rows)], transaction);
  }
}

function check(kind: string, { payload }: NewJob): void {
  if (!jobKinds().some((declared) => declared.kind === kind)) throw new Error(`No handler declares ${kind}.`);
  if (Buffer.byteLength(JSON.stringify(payload)) > MAX_JOB_PAYLOAD_BYTES)
    throw new Error(`The payload of a job has more than ${MAX_JOB_PAYLOAD_BYTES} bytes.`);
}
