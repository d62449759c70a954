import { Injectable } from '@nestjs/common';
import { Sql, type Statement } from '../../platform/database/sql.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { AreaNotFound, CharacteristicNotFound, GroupNotFound } from '../domain/segmentation.errors.js';
import { ChangedAreaResponse } from './area.response.js';
import type { CharacteristicResponse } from './characteristic.response.js';
import type { GroupResponse } from './group.response.js';

interface AreaRow {
  readonly id: string;
  readonly name: string;
  readonly externalId: string | null;
  readonly parentId: string | null;
  readonly position: number;
}

/** `$1` company, `$2` area. */
const READ_AREA: Statement = {
  name: 'segmentation.area',
  text: `
    SELECT id, name, external_id AS "externalId", parent_id AS "parentId", position FROM area
    WHERE company_id = $1 AND id = $2`,
};

/** `$1` company, `$2` object. */
const documentFrom = (table: string): Statement => ({
  name: `segmentation.${table}`,
  text: `SELECT document FROM ${table} WHERE company_id = $1 AND id = $2`,
});
const READ_GROUP = documentFrom('company_group');
const READ_CHARACTERISTIC = documentFrom('characteristic');

/** Reads single objects by id. */
@Injectable()
export class SegmentationObjects {
  constructor(private readonly sql: Sql) {}

  /** @throws {AreaNotFound} */
  async area(companyId: string, id: string, transaction?: Transaction): Promise<ChangedAreaResponse> {
    const values = [companyId, id];
    const [row] = await this.sql.query<AreaRow & Record<string, unknown>>(READ_AREA, values, transaction);
    if (!row) throw new AreaNotFound();
    return ChangedAreaResponse.from(row);
  }

  /** @throws {GroupNotFound} */
  async group(companyId: string, id: string, transaction?: Transaction): Promise<GroupResponse> {
    const values = [companyId, id];
    const [row] = await this.sql.query<{ document: GroupResponse }>(READ_GROUP, values, transaction);
    if (!row) throw new GroupNotFound();
    return row.document;
  }

  /** @throws {CharacteristicNotFound} */
  async characteristic(
    companyId: string,
    id: string,
    transaction?: Transaction,
  ): Promise<CharacteristicResponse> {
    const values = [companyId, id];
    const [row] = await this.sql.query<{ document: CharacteristicResponse }>(
      READ_CHARACTERISTIC,
      values,
      transaction,
    );
    if (!row) throw new CharacteristicNotFound();
    return row.document;
  }
}
