import { Injectable } from '@nestjs/common';
import { Sql } from '../../../platform/database/sql.js';
import type { PageWindow, RenderedPage } from '../../../shared-kernel/page-window.js';
import type { Erasure, ErasureKey } from '../domain/erasure.js';
import { ErasureNotFound } from '../domain/erasure.errors.js';
import { ErasureResponse } from './erasure.response.js';
import { ErasureStore } from './erasure.store.js';

/** `$2` from, `$3` length. The total is that of all pages. */
const LIST = {
  name: 'erasures.list',
  text: `
    SELECT e.id AS "erasureId", e.state, e.pseudonym, e.counts, e.reason, e.created_at AS "createdAt",
      e.finished_at AS "finishedAt", e.allowed_again_at AS "allowedAgainAt"
    FROM person_erasure e WHERE e.company_id = $1 ORDER BY e.created_at DESC, e.id DESC OFFSET $2 LIMIT $3`,
};

const COUNT = {
  name: 'erasures.count',
  text: 'SELECT count(*)::integer AS total FROM person_erasure e WHERE e.company_id = $1',
};

/** Reads the ledger of erasures. */
@Injectable()
export class ErasuresQueries {
  constructor(
    private readonly sql: Sql,
    private readonly erasures: ErasureStore,
  ) {}

  /** @throws {ErasureNotFound} */
  async get(key: ErasureKey): Promise<ErasureResponse> {
    const found = await this.erasures.find(key);
    if (!found) throw new ErasureNotFound();
    return ErasureResponse.from(found);
  }

  /** The newest first. @returns an `ErasurePageResponse` */
  async list(
    companyId: string,
    { from, to }: PageWindow,
  ): Promise<RenderedPage & { readonly content: string }> {
    const values = [companyId, from, to - from];
    const rows = await this.sql.query<Erasure & Record<string, unknown>>(LIST, values);
    const [counted] = await this.sql.query<{ total: number }>(COUNT, [companyId]);
    const total = counted?.total ?? 0;
    const result = rows.map((row) => ErasureResponse.from(row));
    return { content: JSON.stringify({ from, to, total, result }), total };
  }
}
