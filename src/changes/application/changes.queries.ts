import { Injectable } from '@nestjs/common';
import { ChangedPlans } from '../../action-plans/index.js';
import { Sql } from '../../platform/database/sql.js';
import { CHANGE_KINDS } from '../domain/change-kinds.js';
import { CursorExpired } from '../domain/change.errors.js';
import { READ_CHANGES, READ_NEWEST, type ChangeRow, type Clock } from './change-statements.queries.js';
import { boundsOf, decodeCursor, encodeCursor, endOf, isOf, type Position } from './cursor.js';
import { indexesOf, ownerOf, type FeedReader } from './feed-reader.js';

/** Most bytes of the resources of a page; one that is larger has a page of its own. */
export const MAX_CHANGES_PAGE_BYTES = 8_388_608;

/** The page to read. */
export interface ChangesWanted {
  readonly after: string;
  readonly limit: number;
  /** Age in milliseconds at which cursors expire. */
  readonly retentionMs: number;
}

export interface ChangesPage {
  readonly json: string;
  readonly isEmpty: boolean;
  /** The first transaction that the page may not have seen. */
  readonly horizon: string;
}

/** Reads the change feed (ADR 39). */
@Injectable()
export class ChangesQueries {
  constructor(
    private readonly sql: Sql,
    private readonly plans: ChangedPlans,
  ) {}

  /** A page without changes, and the cursor of now. */
  async begin(reader: FeedReader): Promise<ChangesPage> {
    const values = [reader.companyId, indexesOf(reader)];
    const [row] = await this.sql.query<Clock & { xid: string }>(READ_NEWEST, values);
    if (!row) throw new Error('The clock of the feed has one row.');
    const { mark, now, xid, horizon } = row;
    // The number of a transaction that has not stored anything is given again after a crash, so this is one that has.
    const cursor = encodeCursor({ position: endOf(xid), mark, readUntil: Number(now) }, ownerOf(reader));
    return { json: pageJson([], cursor, false), isEmpty: true, horizon };
  }

  /**
   * The page after a cursor.
   * @throws {CursorInvalid}
   * @throws {CursorExpired}
   */
  async read(reader: FeedReader, { after, limit, retentionMs }: ChangesWanted): Promise<ChangesPage> {
    const cursor = decodeCursor(after, ownerOf(reader));
    const { position } = cursor;
    const rows = await this.sql.query<Clock & ChangeRow>(READ_CHANGES, [
      reader.companyId,
      reader.userId,
      reader.managesTemplates,
      indexesOf(reader),
      position.xid,
      boundsOf(position, CHANGE_KINDS.length),
      limit + 1, // to know if there are more
      MAX_CHANGES_PAGE_BYTES,
    ]);
    const [clock] = rows;
    if (!clock) throw new Error('The clock of the feed has one row.');
    const { mark, now, horizon } = clock;
    if (!isOf(cursor.markDigest, mark) || Number(now) - cursor.readUntil > retentionMs)
      throw new CursorExpired();
    const changes = rows.filter(({ kind }) => kind !== null).slice(0, limit);
    const last = changes.at(-1);
    const isMore = last !== undefined && changes.length < last.found;
    const next = {
      position: last ? positionOf(last) : position,
      mark,
      // Tombstones that are not read yet are younger than the last change that is.
      readUntil: isMore ? Math.min(last.at, Number(now)) : Number(now),
    };
    const resources = await this.resourcesOf(reader, changes);
    const json = pageJson(
      changes.map((change, index) => changeJson(change, resources[index])),
      encodeCursor(next, ownerOf(reader)),
      isMore,
    );
    return { json, isEmpty: changes.length === 0, horizon };
  }

  /** The resource of each change; undefined for one that is deleted, or was meanwhile. */
  private async resourcesOf(
    { companyId, userId }: FeedReader,
    changes: readonly ChangeRow[],
  ): Promise<(string | undefined)[]> {
    const isPlan = ({ kind, isDeleted, resource }: ChangeRow): boolean =>
      kind === CHANGE_KINDS.indexOf('plan') && !isDeleted && resource === null;
    const ids = changes.filter(isPlan).map(({ id }) => id);
    const plans = ids.length > 0 ? await this.plans.read(companyId, userId, ids) : new Map<string, string>();
    return changes.map((change) => (isPlan(change) ? plans.get(change.id) : (change.resource ?? undefined)));
  }
}

function positionOf({ xid, kind, id }: ChangeRow): Position {
  return { xid, kind: kind ?? 0, id };
}

function changeJson({ kind, id, at, hasLeft }: ChangeRow, resource: string | undefined): string {
  const head = { kind: CHANGE_KINDS[kind ?? 0], id, changedAt: new Date(at).toISOString() };
  const deleted = resource === undefined || hasLeft ? ',"deleted":true' : '';
  const rest = resource === undefined ? '' : `,"resource":${resource}`;
  return `${JSON.stringify(head).slice(0, -1)}${deleted}${rest}}`;
}

function pageJson(changes: readonly string[], cursor: string, more: boolean): string {
  return `{"changes":[${changes.join(',')}],${JSON.stringify({ cursor, more }).slice(1)}`;
}
