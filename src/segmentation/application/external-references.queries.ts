import { Injectable } from '@nestjs/common';
import { Sql, type Statement } from '../../platform/database/sql.js';
import { isId } from '../../shared-kernel/id.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { Characteristic } from '../domain/characteristic.js';

/** References of some objects, as they were written. */
export interface WrittenReferences {
  readonly areas: readonly string[];
  readonly groups: readonly string[];
  readonly characteristics: readonly WrittenCharacteristic[];
}

export interface WrittenCharacteristic {
  readonly characteristic: string;
  /** Values or nodes of it. */
  readonly values: readonly string[];
}

/** Gives the id for a reference that is an external id, and any other one back. */
export class KnownExternalIds {
  constructor(
    private readonly areas: Ids,
    private readonly groups: Ids,
    private readonly characteristics: ReadonlyMap<string, { readonly id: string; readonly values: Ids }>,
  ) {}

  area(written: string): string {
    return this.areas.get(written) ?? written;
  }

  group(written: string): string {
    return this.groups.get(written) ?? written;
  }

  characteristic(written: string): string {
    return this.characteristics.get(written)?.id ?? written;
  }

  /** @param characteristic - as it was written */
  value(characteristic: string, written: string): string {
    return this.characteristics.get(characteristic)?.values.get(written) ?? written;
  }
}

/** By external id. */
type Ids = ReadonlyMap<string, string>;

interface Row {
  readonly areas: Readonly<Record<string, string>>;
  readonly groups: Readonly<Record<string, string>>;
  readonly characteristics: readonly Characteristic[];
}

/** `$1` company, external ids of `$2` areas, `$3` groups and `$4` characteristics, `$5` ids of characteristics. */
const READ_EXTERNAL_IDS: Statement = {
  name: 'segmentation.external-ids',
  text: `
    SELECT
      (
        SELECT coalesce(json_object_agg(external_id, id), '{}') FROM area
        WHERE company_id = $1 AND external_id = ANY ($2)
      ) AS areas,
      (
        SELECT coalesce(json_object_agg(external_id, id), '{}') FROM company_group
        WHERE company_id = $1 AND external_id = ANY ($3)
      ) AS groups,
      (
        SELECT coalesce(json_agg(document), '[]') FROM characteristic
        WHERE company_id = $1 AND (external_id = ANY ($4) OR id = ANY ($5))
      ) AS characteristics`,
};

/** Finds what references mean that are written with external ids. */
@Injectable()
export class ExternalReferences {
  constructor(private readonly sql: Sql) {}

  /**
   * Ids have a form that external ids never have, so that only other references are looked up, by one statement.
   * @returns undefined if all of them are ids
   */
  async find(
    companyId: string,
    { areas, groups, characteristics }: WrittenReferences,
    transaction?: Transaction,
  ): Promise<KnownExternalIds | undefined> {
    const concerned = characteristics
      .filter(({ characteristic, values }) => [characteristic, ...values].some(isExternal))
      .map(({ characteristic }) => characteristic);
    const external = [areas, groups, concerned].map((written) => [...new Set(written.filter(isExternal))]);
    const ids = [...new Set(concerned.filter(isId))];
    if (external.every(({ length }) => length === 0) && ids.length === 0) return undefined;
    const [row] = await this.sql.query<Row>(READ_EXTERNAL_IDS, [companyId, ...external, ids], transaction);
    const found = row ?? { areas: {}, groups: {}, characteristics: [] };
    return new KnownExternalIds(
      new Map(Object.entries(found.areas)),
      new Map(Object.entries(found.groups)),
      new Map(found.characteristics.flatMap(entriesOf)),
    );
  }
}

function isExternal(written: string): boolean {
  return !isId(written);
}

function entriesOf(found: Characteristic): [string, { id: string; values: Ids }][] {
  const values = new Map(
    [...found.allowedValues, ...found.nodes].flatMap(({ id, externalId }) =>
      externalId ? [[externalId, id]] : [],
    ),
  );
  const entry = { id: found.id, values };
  return [found.id, ...(found.externalId ? [found.externalId] : [])].map((key) => [key, entry]);
}
