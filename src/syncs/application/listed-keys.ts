import { foldEmail } from '../../shared-kernel/folding.js';
import type { FilePlace, ListedKey } from '../../staff-files/index.js';

/** A row of a list with its keys. */
export interface KeyedRow {
  readonly index: number;
  readonly key: ListedKey;
  readonly place?: FilePlace | undefined;
  /** Sent with an e-mail address, or without any. Bad rows set nothing. */
  setsEmail: boolean;
}

/** A key of a row that an earlier row has, too. */
export interface RepeatedKey {
  readonly property: keyof ListedKey;
  readonly first: KeyedRow;
}

/** The keys of all rows of a list. */
export class ListedKeys {
  rows = 0;
  private readonly emails = new Map<string, KeyedRow>();
  private readonly externalIds = new Map<string, KeyedRow>();

  add(row: KeyedRow): RepeatedKey[] {
    this.rows++;
    const { email, externalId } = row.key;
    return [
      ...(typeof email === 'string' ? register(this.emails, foldEmail(email), 'email', row) : []),
      ...(typeof externalId === 'string' ? register(this.externalIds, externalId, 'externalId', row) : []),
    ];
  }

  hasEmail(email: string): boolean {
    return this.emails.has(foldEmail(email));
  }

  hasExternalId(externalId: string | undefined): boolean {
    return externalId !== undefined && this.externalIds.has(externalId);
  }

  /** True if a row is that of the person with the keys: who has an external id is nobody else. */
  hasPerson({ email, externalId }: ListedKey): boolean {
    if (externalId !== undefined) return externalId !== null && this.hasExternalId(externalId);
    return typeof email === 'string' && this.hasEmail(email);
  }

  /** True if the person with the external id is sent with the property `email`. */
  setsEmailOf(externalId: string | undefined): boolean {
    return externalId !== undefined && this.externalIds.get(externalId)?.setsEmail === true;
  }
}

function register(
  rows: Map<string, KeyedRow>,
  key: string,
  property: keyof ListedKey,
  row: KeyedRow,
): RepeatedKey[] {
  const first = rows.get(key);
  if (first) return [{ property, first }];
  rows.set(key, row);
  return [];
}
