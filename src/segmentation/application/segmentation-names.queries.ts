import { Injectable } from '@nestjs/common';
import { Sql, type Statement } from '../../platform/database/sql.js';
import type { Characteristic } from '../domain/characteristic.js';

/** An area or group by its keys and its name. */
export interface Named {
  readonly id: string;
  readonly externalId: string | null;
  readonly name: string;
}

export interface NamedArea extends Named {
  readonly parentId: string | null;
}

/** Everything of a company that has a name. */
export interface NamedSegmentation {
  readonly areas: readonly NamedArea[];
  readonly groups: readonly Named[];
  readonly characteristics: readonly Characteristic[];
}

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

/** Reads the names of areas, groups and characteristics, by which files refer to them. */
@Injectable()
export class SegmentationNamesQueries {
  constructor(private readonly sql: Sql) {}

  async read(companyId: string): Promise<NamedSegmentation> {
    const [row] = await this.sql.query<Row>(READ, [companyId]);
    return row ?? { areas: [], groups: [], characteristics: [] };
  }
}
