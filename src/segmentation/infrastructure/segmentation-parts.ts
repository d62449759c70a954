import type { EntitySchema } from 'typeorm';
import type { Statement } from '../../platform/database/sql.js';
import { AreaResponse, ChangedAreaResponse } from '../application/area.response.js';
import { CharacteristicResponse } from '../application/characteristic.response.js';
import { GroupResponse } from '../application/group.response.js';
import { AreaForest } from '../domain/area-forest.js';
import { placesFor } from '../domain/places.js';
import type { Segmentation } from '../domain/segmentation.repository.js';
import {
  areaSchema,
  characteristicSchema,
  groupSchema,
  readingOf,
  type AreaRow,
  type CharacteristicRow,
  type GroupRow,
  type PositionedRow,
} from './segmentation.schemas.js';

/** Converts a part of a segmentation from and to its rows. */
export interface StoredPart<Part, Row extends PositionedRow> {
  /** The kind of its rows in the change feed. */
  readonly kind: string;
  readonly schema: EntitySchema<Row>;
  readonly reading: Statement;
  /** @param rows - in the order of their positions */
  restore(rows: readonly Row[]): Part;
  /** @param stored - the rows before, whose positions stay where they can */
  toRows(companyId: string, part: Part, stored: readonly Row[]): Row[];
  /** A row as the change feed answers it. */
  toObject(row: Row): object;
  /** The answer of the API. */
  toJson(part: Part): string;
}

const areas: StoredPart<Segmentation['areas'], AreaRow> = {
  kind: 'area',
  schema: areaSchema,
  reading: readingOf(areaSchema),
  restore: (rows) => AreaForest.of(rows),
  toRows: (companyId, forest) =>
    forest.walk().map(({ id, position, parentId, name, externalId = null }) => ({
      companyId,
      id,
      position,
      externalId,
      parentId,
      name,
    })),
  toObject: (row) => ChangedAreaResponse.from(row),
  toJson: (forest) => AreaResponse.toJson(forest),
};

const groups: StoredPart<Segmentation['groups'], GroupRow> = {
  kind: 'group',
  schema: groupSchema,
  reading: readingOf(groupSchema),
  restore: (rows) => rows.map(({ document }) => document),
  toRows: (companyId, records, stored) =>
    placed(records, stored).map(({ record, position }) => ({
      companyId,
      id: record.id,
      position,
      externalId: record.externalId ?? null,
      document: GroupResponse.from(record),
    })),
  toObject: ({ document }) => document,
  toJson: (records) => JSON.stringify(records.map((group) => GroupResponse.from(group))),
};

const characteristics: StoredPart<Segmentation['characteristics'], CharacteristicRow> = {
  kind: 'characteristic',
  schema: characteristicSchema,
  reading: readingOf(characteristicSchema),
  restore: (rows) => rows.map(({ document }) => document),
  toRows: (companyId, records, stored) =>
    placed(records, stored).map(({ record, position }) => ({
      companyId,
      id: record.id,
      position,
      externalId: record.externalId ?? null,
      document: CharacteristicResponse.from(record),
    })),
  toObject: ({ document }) => document,
  toJson: (records) => JSON.stringify(records.map((one) => CharacteristicResponse.from(one))),
};

/** Records with their positions, which the feed does not show: it has only what else differs. */
function placed<T extends { readonly id: string }>(
  records: readonly T[],
  stored: readonly PositionedRow[],
): { readonly record: T; readonly position: number }[] {
  const known = new Map(stored.map(({ id, position }) => [id, position]));
  const places = placesFor(
    records.map(({ id }) => id),
    known,
  );
  return records.map((record, index) => ({ record, position: places[index] as number }));
}

interface Rows {
  readonly areas: AreaRow;
  readonly groups: GroupRow;
  readonly characteristics: CharacteristicRow;
}

export const STORED_PARTS: {
  readonly [Part in keyof Segmentation]: StoredPart<Segmentation[Part], Rows[Part]>;
} = { areas, groups, characteristics };
