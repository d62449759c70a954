import { Injectable } from '@nestjs/common';
import { ChangedPlans } from '../../action-plans/index.js';
import { Sql, type Statement } from '../../platform/database/sql.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { CursorExpired, CursorInvalid } from '../domain/change.errors.js';
import { CHANGE_KINDS, ordersOf, type ChangeKind, type Order } from './change-sources.queries.js';
import {
  READ_CHANGES,
  READ_HEAD_BEFORE,
  READ_HEADS,
  READ_OBJECTS,
  type ChangeRow,
  type ReadStatements,
} from './change-statements.queries.js';
import type { ChangedObjects } from './changed-objects.js';
import {
  BEGINNING,
  boundsOf,
  decodeCursor,
  encodeCursor,
  endOf,
  isStored,
  type GivenPlace,
  type Place,
} from './cursor.js';
import { ownerOf, type FeedReader } from './feed-reader.js';

/** Most bytes of the resources of a page; one that is larger has a page of its own. */
export const MAX_CHANGES_PAGE_BYTES = 8_388_608;

/** Statements in which a page looks for its first change. One that finds none in so many is empty, and not the last. */
const MAX_LOOKS = 50;

/** The page to read. */
export interface ChangesWanted {
  readonly after: string;
  readonly limit: number;
  /** Age in milliseconds at which cursors expire. */
  readonly retentionMs: number;
}

export interface ChangesPage {
  readonly json: string;
  readonly cursor: string;
  readonly isEmpty: boolean;
  readonly isMore: boolean;
  /** Up to where it has read each order, by company. */
  readonly positions: ReadonlyMap<string, string>;
}

/** The part of a page that comes from an order. */
interface Part {
  readonly changes: readonly ChangeRow[];
  /** The place behind it. */
  readonly place: Place;
  readonly isMore: boolean;
  /** Time in milliseconds up to which everything has been read. */
  readonly readUntil: number;
  readonly bytes: number;
}

/** Places are kept by the service itself, so that they belong to nobody. */
const NOBODY = '';

/** Reads the change feed (ADR 47). */
@Injectable()
export class ChangesQueries {
  constructor(
    private readonly sql: Sql,
    private readonly plans: ChangedPlans,
  ) {}

  /** A page without changes, and the cursor of now. */
  async begin(reader: FeedReader): Promise<ChangesPage> {
    const orders = ordersOf(reader);
    const rows = await this.sql.query<HeadRow>(READ_HEADS, [orders.map(({ companyId }) => companyId)]);
    const places = orders.map((order) => {
      const head = rows.find(({ companyId }) => companyId === order.companyId);
      return head ? endOf(head.position, head.id) : BEGINNING;
    });
    return pageOf(reader, orders, places, [], { isMore: false, readUntil: Date.now() });
  }

  /**
   * The page after a cursor: changes of the catalogue, then those of the company.
   * @throws {CursorInvalid}
   * @throws {CursorExpired}
   */
  async read(reader: FeedReader, { after, limit, retentionMs }: ChangesWanted): Promise<ChangesPage> {
    const cursor = decodeCursor(after, ownerOf(reader));
    if (Date.now() - cursor.readUntil > retentionMs) throw new CursorExpired();
    const room = { limit, bytes: MAX_CHANGES_PAGE_BYTES };
    const parts = await this.readOrders(reader, cursor.places, room, READ_CHANGES);
    const changes = parts.flatMap((part) => part.changes);
    const resources = await this.resourcesOf(reader, changes);
    return pageOf(
      reader,
      ordersOf(reader),
      parts.map(({ place }) => place),
      changes.map((change, index) => changeJson(change, resources[index])),
      {
        isMore: parts.some(({ isMore }) => isMore),
        readUntil: Math.min(...parts.map(({ readUntil }) => readUntil)),
      },
    );
  }

  /** The place behind everything that is there, or that was there before a time. */
  async placeOf(
    reader: FeedReader,
    transaction: Transaction,
    before?: Date,
  ): Promise<Omit<ChangedObjects, 'objects' | 'isMore'>> {
    const orders = ordersOf(reader);
    const heads: Place[] = [];
    for (const { companyId } of orders) {
      const [head] = before
        ? await this.sql.query<HeadRow>(READ_HEAD_BEFORE, [companyId, before], transaction)
        : await this.sql.query<HeadRow>(READ_HEADS, [[companyId]], transaction);
      heads.push(head ? endOf(head.position, head.id) : BEGINNING);
    }
    return {
      place: encodeCursor({ places: heads, readUntil: 0 }, NOBODY),
      positions: positionsOf(orders, heads),
    };
  }

  /**
   * The changes after a place, without the resources.
   * @throws {CursorExpired} when what followed the place is not kept any more, or a transaction before it was lost
   */
  async objectsAfter(
    reader: FeedReader,
    { after, limit }: Pick<ChangesWanted, 'after' | 'limit'>,
    transaction: Transaction,
  ): Promise<ChangedObjects> {
    const { places: given } = decodeCursor(after, NOBODY);
    const room = { limit, bytes: MAX_CHANGES_PAGE_BYTES };
    const parts = await this.readOrders(reader, given, room, { ...READ_OBJECTS, transaction });
    const places = parts.map(({ place }) => place);
    return {
      objects: parts.flatMap(({ changes }) =>
        changes.map(({ kind, id, isDeleted, hasLeft }) => {
          return { kind: kindOf(kind) as ChangeKind, id, isDeleted: isDeleted || hasLeft };
        }),
      ),
      place: encodeCursor({ places, readUntil: 0 }, NOBODY),
      positions: positionsOf(ordersOf(reader), places),
      isMore: parts.some(({ isMore }) => isMore),
    };
  }

  /** A part of each order, as long as there is room. @throws {CursorInvalid} @throws {CursorExpired} */
  private async readOrders(
    reader: FeedReader,
    places: readonly GivenPlace[],
    { limit, bytes }: Room,
    { transaction, ...statements }: ReadStatements & { readonly transaction?: Transaction },
  ): Promise<Part[]> {
    const parts: Part[] = [];
    for (const [index, order] of ordersOf(reader).entries()) {
      const begun = places[index];
      if (!begun) throw new CursorInvalid();
      const found = parts.flatMap(({ changes }) => changes).length;
      const read = parts.reduce((sum, part) => sum + part.bytes, 0);
      const source = { reader, order, statement: statements[order.of], transaction };
      parts.push(await this.readOrder(source, begun, { limit: limit - found, bytes: bytes - read }));
    }
    return parts;
  }

  /** Goes on behind change sets without changes for the reader. @throws {CursorExpired} */
  private async readOrder(source: Source, begun: GivenPlace, room: Room): Promise<Part> {
    let part = await this.look(source, begun, room, true);
    for (
      let look = 1;
      part.isMore && part.changes.length === 0 && room.limit > 0 && look < MAX_LOOKS;
      look++
    ) {
      const { setId: _, ...place } = part.place;
      part = await this.look(source, { ...place, digest: '' }, room, false);
    }
    return part;
  }

  private async look(
    { reader: { userId, managesTemplates }, order: { companyId, kinds }, statement, transaction }: Source,
    begun: GivenPlace,
    { limit, bytes }: Room,
    isGiven: boolean,
  ): Promise<Part> {
    const values = [
      companyId,
      userId,
      managesTemplates,
      kinds,
      begun.position,
      boundsOf(begun, CHANGE_KINDS.length),
      limit + 1, // to know if there are more
      bytes,
    ];
    const rows = await this.sql.query<ChangeRow>(statement, values, transaction);
    const [first] = rows;
    if (!first) throw new Error('A page of the feed has at least one row.');
    if (isGiven && !isStored(begun, first.begunId, first.firstPosition)) throw new CursorExpired();
    const found = rows.filter(({ kind }) => kind !== null);
    const changes = found.slice(0, limit);
    const last = changes.at(-1);
    const read = { changes, bytes: last?.bytes ?? 0 };
    if (changes.length < (found[0]?.found ?? 0)) {
      // Tombstones that are not read yet are younger than the last change that is.
      const place = last ? placeOf(last) : { ...begun, setId: first.begunId ?? '' };
      return { ...read, place, isMore: true, readUntil: Math.min(last?.at ?? first.now, first.now) };
    }
    const { endPosition, endId, endAt, isCut, now } = first;
    const place = endPosition === null || endId === null ? BEGINNING : endOf(endPosition, endId);
    return { ...read, place, isMore: isCut, readUntil: isCut ? Math.min(endAt ?? now, now) : now };
  }

  /** The resource of each change; undefined for one that is deleted, or was meanwhile. */
  private async resourcesOf(
    { companyId, userId }: FeedReader,
    changes: readonly ChangeRow[],
  ): Promise<(string | undefined)[]> {
    const isPlan = ({ kind, isDeleted, resource }: ChangeRow): boolean =>
      kindOf(kind) === 'plan' && !isDeleted && resource === null;
    const ids = changes.filter(isPlan).map(({ id }) => id);
    const plans = ids.length > 0 ? await this.plans.read(companyId, userId, ids) : new Map<string, string>();
    return changes.map((change) => (isPlan(change) ? plans.get(change.id) : (change.resource ?? undefined)));
  }
}

/** An order, and how a reader reads it. */
interface Source {
  readonly reader: FeedReader;
  readonly order: Order;
  readonly statement: Statement;
  readonly transaction: Transaction | undefined;
}

interface Room {
  readonly limit: number;
  readonly bytes: number;
}

interface HeadRow extends Record<string, unknown> {
  readonly companyId: string;
  readonly position: string;
  readonly id: string;
}

function kindOf(index: number | null): ChangeKind | undefined {
  return CHANGE_KINDS[index ?? -1];
}

function placeOf({ position, setId, kind, id }: ChangeRow): Place {
  return { position, setId, kind: kind ?? 0, id };
}

function changeJson({ kind, id, at, hasLeft }: ChangeRow, resource: string | undefined): string {
  const head = { kind: kindOf(kind), id, changedAt: new Date(at).toISOString() };
  const deleted = resource === undefined || hasLeft ? ',"deleted":true' : '';
  const rest = resource === undefined ? '' : `,"resource":${resource}`;
  return `${JSON.stringify(head).slice(0, -1)}${deleted}${rest}}`;
}

function pageOf(
  reader: FeedReader,
  orders: readonly Order[],
  places: readonly Place[],
  changes: readonly string[],
  { isMore, readUntil }: Pick<Part, 'isMore' | 'readUntil'>,
): ChangesPage {
  const cursor = encodeCursor({ places, readUntil }, ownerOf(reader));
  return {
    json: `{"changes":[${changes.join(',')}],${JSON.stringify({ cursor, more: isMore }).slice(1)}`,
    cursor,
    isEmpty: changes.length === 0,
    isMore,
    positions: positionsOf(orders, places),
  };
}

function positionsOf(orders: readonly Order[], places: readonly Place[]): Map<string, string> {
  return new Map(orders.map(({ companyId }, index) => [companyId, places[index]?.position ?? '0']));
}
