import { Injectable } from '@nestjs/common';
import { documentsOf } from '../../platform/database/change-source.js';
import { Sql, type Statement } from '../../platform/database/sql.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { AreaNotFound, CharacteristicNotFound, GroupNotFound } from '../domain/segmentation.errors.js';
import { ChangedAreaResponse } from './area.response.js';
import { CharacteristicResponse } from './characteristic.response.js';
import { GroupResponse } from './group.response.js';

/** The JSON of an area, a row `r`. */
const AREA_JSON = `(
  SELECT json_strip_nulls(row_to_json(area))
  FROM (SELECT r.id, r.name, r.external_id AS "externalId", r.parent_id AS "parentId", r.position) area
)`;

/** Single areas in the change feed. */
export const AREA_CHANGES = documentsOf('area', 'area', {
  words: 'An area',
  scope: 'segmentation:read',
  response: ChangedAreaResponse,
  resource: `${AREA_JSON}::text`,
  bytes: `octet_length(${AREA_JSON}::text)`,
});

export const GROUP_CHANGES = documentsOf('group', 'company_group', {
  words: 'A group',
  scope: 'segmentation:read',
  response: GroupResponse,
});

export const CHARACTERISTIC_CHANGES = documentsOf('characteristic', 'characteristic', {
  words: 'A characteristic',
  scope: 'segmentation:read',
  response: CharacteristicResponse,
});

/** The answers for single objects of each part. */
export interface SegmentationObject {
  readonly areas: ChangedAreaResponse;
  readonly groups: GroupResponse;
  readonly characteristics: CharacteristicResponse;
}

/** `$1` company, `$2` object. */
const readFrom = (table: string, document = 'r.document'): Statement => ({
  name: `segmentation.${table}`,
  text: `SELECT ${document} AS document FROM ${table} r WHERE r.company_id = $1 AND r.id = $2`,
});

const READ = {
  areas: readFrom('area', AREA_JSON),
  groups: readFrom('company_group'),
  characteristics: readFrom('characteristic'),
};

const NOT_FOUND = { areas: AreaNotFound, groups: GroupNotFound, characteristics: CharacteristicNotFound };

/** Reads single objects by id. */
@Injectable()
export class SegmentationObjects {
  constructor(private readonly sql: Sql) {}

  /** @throws {AreaNotFound} @throws {GroupNotFound} @throws {CharacteristicNotFound} */
  async get<Part extends keyof SegmentationObject>(
    part: Part,
    companyId: string,
    id: string,
    transaction?: Transaction,
  ): Promise<SegmentationObject[Part]> {
    const values = [companyId, id];
    const [row] = await this.sql.query<{ document: SegmentationObject[Part] }>(
      READ[part],
      values,
      transaction,
    );
    if (!row) throw new NOT_FOUND[part]();
    return row.document;
  }
}
