import { Injectable } from '@nestjs/common';
import { EmployeeVersions } from '../../workforce/index.js';
import type { SyncKey } from '../domain/sync.js';
import type { BadRow } from './bad-rows.js';
import type { ComparedRow } from './compared-row.js';
import type { ListedKeys } from './listed-keys.js';
import { KnownPeople } from './matching.js';
import type { ListedKey } from '../../staff-files/index.js';

/** Bad rows whose people are looked for at a time. */
const BATCH = 500;

/** The people whom bad rows are about: they stay as they are. */
export class KeptPeople {
  readonly ids = new Set<string>();
  /** A bad row may be that of any person, so nobody is ended. */
  mayBeAnyPerson = false;
}

export interface BadRowList extends SyncKey {
  readonly source: string;
  readonly keys: ListedKeys;
  readonly badRows: ReadonlyMap<number, BadRow>;
}

/** Finds the people of bad rows. */
@Injectable()
export class BadRowPeople {
  constructor(private readonly versions: EmployeeVersions) {}

  /** The rows to show in batches, in the order of the list. @param kept - gets their people */
  async *rows(list: BadRowList, kept: KeptPeople): AsyncGenerator<readonly ComparedRow[]> {
    const { badRows } = list;
    const ordered = [...badRows.values()].sort((one, other) => one.index - other.index);
    for (let at = 0; at < ordered.length; at += BATCH) {
      const part = ordered.slice(at, at + BATCH);
      const known = await this.knownOf(list, part);
      yield part.map((row) => skipped(row, known, kept));
    }
  }

  /** Keeps the people of rows of whom nothing is shown. */
  async keep(
    list: Omit<BadRowList, 'badRows'>,
    rows: readonly { readonly key: ListedKey }[],
    kept: KeptPeople,
  ): Promise<void> {
    for (let at = 0; at < rows.length; at += BATCH) {
      const part = rows.slice(at, at + BATCH);
      const known = await this.knownOf(list, part);
      for (const { key } of part) for (const id of idsOf(known, key)) kept.ids.add(id);
    }
  }

  private async knownOf(
    list: Omit<BadRowList, 'badRows'>,
    rows: readonly { readonly key: ListedKey }[],
  ): Promise<KnownPeople> {
    const wanted = {
      emails: rows.flatMap(({ key: { email } }) => email ?? []),
      externalIds: rows.flatMap(({ key: { externalId } }) => externalId ?? []),
    };
    const found = await this.versions.find(list.companyId, wanted);
    return new KnownPeople(found, { ...list, adopts: false, endsAreHeldBack: false });
  }
}

function idsOf(known: KnownPeople, key: ListedKey): string[] {
  const holders = known.holdersOf(key);
  return [holders.externalId, holders.email].flatMap((holder) => holder?.employee.state.id ?? []);
}

function skipped({ key, issues, repeatsKey }: BadRow, known: KnownPeople, kept: KeptPeople): ComparedRow {
  const holders = known.holdersOf(key);
  const ids = idsOf(known, key);
  const isOther = ids.some((id) => !kept.ids.has(id));
  for (const id of ids) kept.ids.add(id);
  if (!isReadable(key, holders.externalId !== undefined) || (repeatsKey && !isOther))
    kept.mayBeAnyPerson = true;
  const readable = { externalId: key.externalId ?? undefined, email: key.email ?? undefined };
  return {
    list: 'skipped',
    employeeId: known.match(readable)?.employee.state.id,
    ...readable,
    reason: 'bad-row',
    changes: [],
    issues,
    isMove: false,
  };
}

/** Tells whether the keys of a row say whose it is. @param isKnown - the external id is that of an employee */
function isReadable({ externalId, email }: ListedKey, isKnown: boolean): boolean {
  if (externalId === null || (externalId === undefined && email === undefined)) return false;
  return email !== null || isKnown;
}
