import { createHash } from 'node:crypto';
import { CursorExpired, CursorInvalid } from '../domain/change.errors.js';

/** A place in the order of a company: position, kind, id. Everything up to it has been read. */
export interface Place {
  readonly position: string;
  /** The change set that has the position; empty for position 0, which is before the first one. */
  readonly setId: string;
  /** Index in `CHANGE_KINDS`. */
  readonly kind: number;
  readonly id: string;
}

/** A {@link Place} of a cursor, with the digest of its change set. */
export type GivenPlace = Omit<Place, 'setId'> & { readonly digest: string };

/** Greater than every id and every kind: the end of a change set. */
const END = { kind: 99, id: 'g' };

/** After everything of a change set. */
export function endOf(position: string, setId: string): Place {
  return { position, setId, ...END };
}

/** Before everything. */
export const BEGINNING: Place = endOf('0', '');

/** Ids of each kind from which on to read in the change set of a place. */
export function boundsOf({ kind, id }: GivenPlace, kinds: number): string[] {
  return Array.from({ length: kinds }, (_, index) => {
    if (index === kind) return id;
    return index < kind ? END.id : '';
  });
}

const FORM = /^([\w-]+)\.([\w-]+)$/;
const PLACE = /^(\d{1,18}),(\d{1,2}),([0-9a-g]{0,24}),([\w-]{11})$/;

/** The beginning of the cursors of 1.0, whose order is gone. */
const FORMER = '["';

/** The content, which a client may invent. */
const CONTENT = /^2;(\d{1,15});([\w,-]+)(?:;([\w,-]+))?$/;

/** Most characters of a cursor. */
export const MAX_CURSOR_LENGTH = 255;

interface Cursor<P> {
  /** One for each order that is read: that of the company, and that of the catalogue. */
  readonly places: readonly P[];
  /** Time in milliseconds up to which everything has been read. */
  readonly readUntil: number;
}

/**
 * A text for clients. The check value refuses what was made for another owner, or is damaged. It is no signature, and
 * need not be one: a place says nothing, and every right is checked again.
 * @param owner - company, kinds, and user or scopes
 */
export function encodeCursor({ places, readUntil }: Cursor<Place>, owner: string): string {
  const texts = places.map(({ position, setId, kind, id }) =>
    [position, kind, id, digestOf(setId)].join(','),
  );
  const content = Buffer.from(['2', readUntil, ...texts].join(';')).toString('base64url');
  return `${content}.${checkValue(content, owner)}`;
}

/**
 * @throws {CursorInvalid}
 * @throws {CursorExpired} for one of the order before
 */
export function decodeCursor(text: string, owner: string): Cursor<GivenPlace> {
  const [, content, check] = FORM.exec(text) ?? [];
  if (content === undefined || check !== checkValue(content, owner)) throw new CursorInvalid();
  const decoded = Buffer.from(content, 'base64url').toString();
  if (decoded.startsWith(FORMER)) throw new CursorExpired();
  const [, readUntil, ...texts] = CONTENT.exec(decoded) ?? [];
  const places = texts.flatMap((place: string | undefined) => (place === undefined ? [] : [placeOf(place)]));
  if (places.length === 0) throw new CursorInvalid();
  return { places, readUntil: Number(readUntil) };
}

function placeOf(text: string): GivenPlace {
  const [, position, kind, id, digest] = PLACE.exec(text) ?? [];
  if (position === undefined || id === undefined || digest === undefined) throw new CursorInvalid();
  return { position, kind: Number(kind), id, digest };
}

/**
 * True if the change set at the position of a cursor is still the one that its client has read.
 * @param setId - of the change set that is stored there
 * @param firstPosition - of the oldest change set that is kept; null where there is none
 */
export function isStored(
  { position, digest }: GivenPlace,
  setId: string | null,
  firstPosition: string | null,
): boolean {
  if (position === BEGINNING.position) return firstPosition === null || firstPosition === '1';
  return digest === digestOf(setId ?? '');
}

function checkValue(content: string, owner: string): string {
  return digest(`${owner}\n${content}`, 16);
}

function digestOf(setId: string): string {
  return digest(setId, 11);
}

function digest(text: string, length: number): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, length);
}
