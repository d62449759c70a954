import { Injectable } from '@nestjs/common';
import { Sql, type Statement } from '../../platform/database/sql.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { AreaForest, type Area } from '../domain/area-forest.js';
import type { Characteristic, CharacteristicType } from '../domain/characteristic.js';

/** Ids that a caller wants to refer to. */
export interface WantedSegmentation {
  readonly areaIds: readonly string[];
  readonly groupIds: readonly string[];
  readonly characteristicIds: readonly string[];
}

/** Those of {@link WantedSegmentation} that the company has. */
export interface KnownSegmentation {
  readonly areaIds: ReadonlySet<string>;
  readonly groupIds: ReadonlySet<string>;
  readonly characteristics: ReadonlyMap<string, KnownCharacteristic>;
}

export interface KnownCharacteristic {
  readonly type: CharacteristicType;
  /** Ids of its allowed values (`LIST`, `BOOLEAN`) or of its nodes (`TREE`); empty for `DATE`. */
  readonly valueIds: ReadonlySet<string>;
}

/** The three answers of a company. */
export type SegmentationPart = 'areas' | 'groups' | 'characteristics';

const readPart = (part: SegmentationPart): Statement => ({
  name: `segmentation.${part}`,
  text: `SELECT ${part} AS json FROM segmentation WHERE company_id = $1`,
});

const READ_PARTS = {
  areas: readPart('areas'),
  groups: readPart('groups'),
  characteristics: readPart('characteristics'),
} satisfies Record<SegmentationPart, Statement>;

interface KnownRow {
  readonly areaIds: readonly string[];
  readonly groupIds: readonly string[];
  readonly characteristics: readonly Characteristic[];
}

/** Imports lock the row exclusively. A company without a row has no segmentation. `$1` company. */
const SHARE_LOCK: Statement = {
  name: 'segmentation.share-lock',
  text: 'SELECT FROM segmentation WHERE company_id = $1 FOR SHARE',
};

/** `$1` company, `$2` areas, `$3` groups, `$4` characteristics. */
const READ_KNOWN: Statement = {
  name: 'segmentation.known',
  text: `
    SELECT
      ARRAY(SELECT id FROM area WHERE company_id = $1 AND id = ANY ($2)) AS "areaIds",
      ARRAY(SELECT id FROM company_group WHERE company_id = $1 AND id = ANY ($3)) AS "groupIds",
      (
        SELECT coalesce(json_agg(document), '[]') FROM characteristic WHERE company_id = $1 AND id = ANY ($4)
      ) AS characteristics`,
};

/** The values and nodes of a characteristic `c`. */
const VALUES = `
  CROSS JOIN LATERAL (
    SELECT json_array_elements(c.document -> 'allowedValues')
    UNION ALL
    SELECT json_array_elements(c.document -> 'nodes')
  ) AS one (value)`;

/** `$1` company. */
const READ_AREAS: Statement = {
  name: 'segmentation.area-tree',
  text: `
    SELECT id, name, parent_id AS "parentId", position FROM area WHERE company_id = $1
    ORDER BY position, id`,
};

/** `$1` company, `$2` ids of values and nodes. */
const READ_OWNERS: Statement = {
  name: 'segmentation.owners',
  text: `
    SELECT value ->> 'id' AS id, c.id AS owner FROM characteristic c ${VALUES}
    WHERE c.company_id = $1 AND value ->> 'id' = ANY ($2)`,
};

/** `$1` company, `$2` ids. */
const READ_NAMES: Statement = {
  name: 'segmentation.names',
  text: `
    SELECT id, name FROM area WHERE company_id = $1 AND id = ANY ($2)
    UNION ALL
    SELECT id, document ->> 'name' FROM company_group WHERE company_id = $1 AND id = ANY ($2)
    UNION ALL
    SELECT id, document ->> 'name' FROM characteristic WHERE company_id = $1 AND id = ANY ($2)
    UNION ALL
    SELECT value ->> 'id', value ->> 'label'
    FROM characteristic c ${VALUES}
    WHERE c.company_id = $1 AND value ->> 'id' = ANY ($2)`,
};

/**
 * SQL for the ids of areas and of everything below them, each once; ids that the company does not have give nothing.
 * For lists of other contexts that are filtered by area. `UNION` ends the recursion even if areas were a cycle.
 * @param companyId - a parameter like `$1`
 * @param areaIds - a parameter with an array of texts, like `$2::text[]`
 */
export function areasAndBelow(companyId: string, areaIds: string): string {
  return `
    WITH RECURSIVE below (id) AS (
      SELECT id FROM area WHERE company_id = ${companyId} AND id = ANY (${areaIds})
      UNION
      SELECT a.id FROM area a JOIN below b ON a.company_id = ${companyId} AND a.parent_id = b.id
    )
    SELECT id FROM below`;
}

/** Reads areas, groups and characteristics, each in one round trip. */
@Injectable()
export class SegmentationQueries {
  constructor(private readonly sql: Sql) {}

  /** An answer of the API as JSON text, written by every import. */
  async read(companyId: string, part: SegmentationPart, transaction?: Transaction): Promise<string> {
    const [row] = await this.sql.query<{ json: string }>(READ_PARTS[part], [companyId], transaction);
    return row?.json ?? '[]';
  }

  /**
   * Those of some ids that a company has; ids of other companies are unknown.
   * @param transaction - the change that is about to refer to them: until it ends no import removes anything. The lock
   *   is a separate statement, so that the next one sees what the last import wrote.
   */
  async known(
    companyId: string,
    wanted: WantedSegmentation,
    transaction?: Transaction,
  ): Promise<KnownSegmentation> {
    if (transaction) await this.sql.query(SHARE_LOCK, [companyId], transaction);
    const values = [companyId, wanted.areaIds, wanted.groupIds, wanted.characteristicIds];
    const [row] = await this.sql.query<KnownRow>(READ_KNOWN, values, transaction);
    const { areaIds = [], groupIds = [], characteristics = [] } = row ?? {};
    return {
      areaIds: new Set(areaIds),
      groupIds: new Set(groupIds),
      characteristics: new Map(
        characteristics.map(({ id, type, allowedValues, nodes }) => [
          id,
          { type, valueIds: new Set([...allowedValues, ...nodes].map((value) => value.id)) },
        ]),
      ),
    };
  }

  /** All areas of a company, each before the areas below it, in their order. */
  async areasOf(companyId: string): Promise<readonly Area[]> {
    const areas = await this.sql.query<Area & Record<string, unknown>>(READ_AREAS, [companyId]);
    return AreaForest.of(areas).walk();
  }

  /** The characteristic of each value or node that the company has, by the id of the value or node. */
  async characteristicsOf(companyId: string, valueIds: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.sql.query<{ id: string; owner: string }>(READ_OWNERS, [companyId, valueIds]);
    return new Map(rows.map(({ id, owner }) => [id, owner]));
  }

  /**
   * Names of areas, groups and characteristics and labels of allowed values and nodes, by id; an id that the company
   * does not have is left out. Never part of a transaction, so that a running import can still name what it has
   * removed.
   */
  async namesOf(companyId: string, ids: readonly string[]): Promise<Record<string, string>> {
    const rows = await this.sql.query<{ id: string; name: string }>(READ_NAMES, [companyId, ids]);
    return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
  }
}
