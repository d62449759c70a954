import { Injectable } from '@nestjs/common';
import { Sql, type Statement } from '../../../platform/database/sql.js';
import type { Transaction } from '../../../shared-kernel/transaction.js';

/** `$2` names or ids. */
const AREAS: Statement = {
  name: 'scim.areas-by-name',
  text: 'SELECT id, name FROM area WHERE company_id = $1 AND (name = ANY ($2) OR id = ANY ($2)) ORDER BY id',
};

/** `$2` names or ids. */
const CHARACTERISTICS: Statement = {
  name: 'scim.characteristics-by-name',
  text: `
    SELECT document FROM characteristic
    WHERE company_id = $1 AND (document ->> 'name' = ANY ($2) OR id = ANY ($2)) ORDER BY id`,
};

/** Something with a name. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

export interface NamedCharacteristic extends Named {
  readonly type: 'DATE' | 'LIST' | 'BOOLEAN' | 'TREE';
  readonly allowedValues: readonly { readonly id: string; readonly label: string }[];
  readonly nodes: readonly { readonly id: string; readonly label: string }[];
}

/** Finds areas and characteristics of a company by what people call them. */
@Injectable()
export class NamedSegmentationQueries {
  constructor(private readonly sql: Sql) {}

  areas(companyId: string, names: readonly string[], transaction: Transaction): Promise<Named[]> {
    return this.sql.query<Named & Record<string, unknown>>(AREAS, [companyId, names], transaction);
  }

  async characteristics(
    companyId: string,
    names: readonly string[],
    transaction: Transaction,
  ): Promise<NamedCharacteristic[]> {
    const rows = await this.sql.query<{ document: NamedCharacteristic }>(
      CHARACTERISTICS,
      [companyId, names],
      transaction,
    );
    return rows.map(({ document }) => document);
  }
}
