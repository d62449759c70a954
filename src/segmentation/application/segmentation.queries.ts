import { Injectable } from '@nestjs/common';
import { Sql, type Statement } from '../../platform/database/sql.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { CharacteristicType } from '../domain/characteristic-type.js';

/** Ids that somebody wants to refer to. */
export interface WantedSegmentation {
  readonly areaIds: readonly string[];
  readonly groupIds: readonly string[];
  readonly characteristicIds: readonly string[];
}

/** What there is of {@link WantedSegmentation} in a company. */
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
  readonly isCurrent: boolean;
  readonly areaIds: readonly string[];
  readonly groupIds: readonly string[];
  readonly characteristics: readonly {
    readonly id: string;
    readonly type: CharacteristicType;
    readonly valueIds: readonly string[];
  }[];
}

/**
 * `$1` company, `$2` areas, `$3` groups, `$4` characteristics. When the row is locked after a wait for an import, it is
 * seen as the import left it, while everything else is seen as it was before: then the two revisions differ.
 */
const KNOWN = `
  SELECT s.revision = (SELECT seen.revision FROM segmentation seen WHERE seen.company_id = $1) AS "isCurrent",
    ARRAY(SELECT a.id FROM area a WHERE a.company_id = $1 AND a.id = ANY ($2)) AS "areaIds",
    ARRAY(SELECT g.id FROM company_group g WHERE g.company_id = $1 AND g.id = ANY ($3)) AS "groupIds",
    (
      SELECT coalesce(json_agg(json_build_object('id', c.id, 'type', c.type, 'valueIds', ARRAY(
        SELECT v ->> 'id' FROM jsonb_array_elements(c.allowed_values || c.nodes) v
      ))), '[]')
      FROM characteristic c
      WHERE c.company_id = $1 AND c.id = ANY ($4)
    ) AS characteristics
  FROM segmentation s
  WHERE s.company_id = $1`;

const READ_KNOWN: Statement = { name: 'segmentation.known', text: KNOWN };
const LOCK_KNOWN: Statement = { name: 'segmentation.known-locked', text: `${KNOWN} FOR SHARE OF s` };

/** `$1` company, `$2` ids. */
const READ_NAMES: Statement = {
  name: 'segmentation.names',
  text: `
    SELECT id, name FROM area WHERE company_id = $1 AND id = ANY ($2)
    UNION ALL
    SELECT id, name FROM company_group WHERE company_id = $1 AND id = ANY ($2)
    UNION ALL
    SELECT id, name FROM characteristic WHERE company_id = $1 AND id = ANY ($2)
    UNION ALL
    SELECT v ->> 'id', v ->> 'label'
    FROM characteristic c CROSS JOIN jsonb_array_elements(c.allowed_values || c.nodes) v
    WHERE c.company_id = $1 AND v ->> 'id' = ANY ($2)`,
};

const NOTHING: KnownRow = { isCurrent: true, areaIds: [], groupIds: [], characteristics: [] };

/** Reads areas, groups and characteristics, each in one round trip. */
@Injectable()
export class SegmentationQueries {
  constructor(private readonly sql: Sql) {}

  /** An answer of the API as JSON text, kept ready by every import. */
  async read(companyId: string, part: SegmentationPart): Promise<string> {
    const [row] = await this.sql.query<{ json: string }>(READ_PARTS[part], [companyId]);
    return row?.json ?? '[]';
  }

  /**
   * What there is of some ids in a company; ids of other companies are unknown.
   * @param transaction - the change that is about to refer to them: until it ends no import removes anything
   */
  async known(
    companyId: string,
    wanted: WantedSegmentation,
    transaction?: Transaction,
  ): Promise<KnownSegmentation> {
    const values = [companyId, wanted.areaIds, wanted.groupIds, wanted.characteristicIds];
    const ask = async (): Promise<KnownRow> => {
      const statement = transaction ? LOCK_KNOWN : READ_KNOWN;
      const [row] = await this.sql.query<KnownRow>(statement, values, transaction);
      return row ?? NOTHING;
    };
    let row = await ask();
    if (!row.isCurrent) row = await ask(); // locked by now: it cannot move any more
    return {
      areaIds: new Set(row.areaIds),
      groupIds: new Set(row.groupIds),
      characteristics: new Map(
        row.characteristics.map(({ id, type, valueIds }) => [id, { type, valueIds: new Set(valueIds) }]),
      ),
    };
  }

  /**
   * Names of areas, groups and characteristics and labels of allowed values and nodes, by id; an id that the company
   * does not have is left out. Never part of a transaction, so that a running import still learns the names of what
   * it has removed.
   */
  async namesOf(companyId: string, ids: readonly string[]): Promise<Record<string, string>> {
    const rows = await this.sql.query<{ id: string; name: string }>(READ_NAMES, [companyId, ids]);
    return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
  }
}
