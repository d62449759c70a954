import { createHash } from 'node:crypto';
import { CursorInvalid } from '../domain/change.errors.js';

/** A place in the order of changes: transaction, kind, id. Everything up to it has been read. */
export interface Position {
  readonly xid: string;
  /** Index in `CHANGE_KINDS`. */
  readonly kind: number;
  readonly id: string;
}

export interface Cursor {
  readonly position: Position;
  /** The database in which the transaction has its number. */
  readonly mark: string;
  /** Time in milliseconds up to which everything has been read. */
  readonly readUntil: number;
}

/** Greater than every id and every kind: the end of a transaction. */
const END = { kind: 99, id: 'g' };

/** After everything of a transaction. */
export function endOf(xid: string): Position {
  return { xid, ...END };
}

/** Ids of each kind from which on to read in the transaction of a position. */
export function boundsOf({ kind, id }: Position, kinds: number): string[] {
  return Array.from({ length: kinds }, (_, index) => {
    if (index === kind) return id;
    return index < kind ? END.id : '';
  });
}

const FORM = /^([\w-]+)\.([\w-]+)$/;

/** The content, which a client may invent. */
const CONTENT = /^\["(\d{1,18})",(\d{1,2}),"([0-9a-g]{0,24})","([\w-]{11})",(\d{1,15})\]$/;

/** Most characters of a cursor. */
export const MAX_CURSOR_LENGTH = 255;

/**
 * A text for clients. The check value refuses what was made for another owner, or is damaged. It is no signature, and
 * need not be one: the position says nothing, and every right is checked again.
 * @param owner - company, kinds, and user or scopes
 */
export function encodeCursor({ position, mark, readUntil }: Cursor, owner: string): string {
  const { xid, kind, id } = position;
  const content = Buffer.from(JSON.stringify([xid, kind, id, digestOf(mark), readUntil])).toString(
    'base64url',
  );
  return `${content}.${checkValue(content, owner)}`;
}

/** @throws {CursorInvalid} */
export function decodeCursor(
  text: string,
  owner: string,
): Omit<Cursor, 'mark'> & { readonly markDigest: string } {
  const [, content, check] = FORM.exec(text) ?? [];
  if (content === undefined || check !== checkValue(content, owner)) throw new CursorInvalid();
  const [, xid, kind, id, markDigest, readUntil] =
    CONTENT.exec(Buffer.from(content, 'base64url').toString()) ?? [];
  if (xid === undefined || id === undefined || markDigest === undefined) throw new CursorInvalid();
  return { position: { xid, kind: Number(kind), id }, markDigest, readUntil: Number(readUntil) };
}

/** True if a cursor is of the database with this mark. */
export function isOf(markDigest: string, mark: string): boolean {
  return markDigest === digestOf(mark);
}

function checkValue(content: string, owner: string): string {
  return createHash('sha256').update(`${owner}\n${content}`).digest('base64url').slice(0, 16);
}

function digestOf(mark: string): string {
  return createHash('sha256').update(mark).digest('base64url').slice(0, 11);
}
