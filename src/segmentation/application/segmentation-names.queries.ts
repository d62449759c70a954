import { Injectable } from '@nestjs/common';
import { Sql, type Statement } from '../../platform/database/sql.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { NamedSegmentation } from '../domain/segment-names.js';

/** `$1` company. */
const READ: Statement = {
  name: 'segmentation-names.read',
  text: `
    SELECT
      (
        SELECT coalesce(
          json_agg(json_build_object('id', id, 'externalId', external_id, 'name', name, 'parentId', parent_id)), '[]')
        FROM area WHERE company_id = $1
      ) AS areas,
      (
        SELECT coalesce(
          json_agg(json_build_object('id', id, 'externalId', external_id, 'name', document ->> 'name')), '[]')
        FROM company_group WHERE company_id = $1
      ) AS groups,
      (SELECT coalesce(json_agg(document), '[]') FROM characteristic WHERE company_id = $1) AS characteristics`,
};

type Row = NamedSegmentation & Record<string, unknown>;

/** Reads the names of areas, groups and characteristics, by which people refer to them. */
@Injectable()
export class SegmentationNamesQueries {
  constructor(private readonly sql: Sql) {}

  async read(companyId: string, transaction?: Transaction): Promise<NamedSegmentation> {
    const [row] = await this.sql.query<Row>(READ, [companyId], transaction);
    return row ?? { areas: [], groups: [], characteristics: [] };
  }
}
