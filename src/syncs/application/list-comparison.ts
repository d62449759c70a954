import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { SegmentationQueries } from '../../segmentation/index.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import {
  Employee,
  EmployeeVersions,
  EmployeeReferences,
  PROVIDER_SOURCE,
  referencesOf,
  type EmployeeContent,
  type EmployeeState,
  type KeyHolder,
  type KnownReferences,
  type VersionedEmployee,
} from '../../workforce/index.js';
import type { SyncKey, SyncRowReason } from '../domain/sync.js';
import { BadRowPeople, type BadRowList, type KeptPeople } from './bad-row-people.js';
import type { BadRow } from './bad-rows.js';
import type { ComparedRow } from './compared-row.js';
import { KeptKeys } from './kept-keys.js';
import type { SuppressedRow } from './list-check.js';
import { KnownPeople, type ListOfSource } from './matching.js';
import { withStoredName, withWholeProfile } from './stored-parts.js';
import { propertyChanges } from './property-changes.js';
import { ListedPeople } from './sync.ports.js';
import { type ListedPerson, peopleOf } from '../../staff-files/index.js';

/** People who are compared before the event loop runs other work: some milliseconds. */
const COMPARED_AT_ONCE = 50;

interface Comparison extends SyncKey, ListOfSource {
  readonly badRows: ReadonlyMap<number, BadRow>;
  readonly suppressed: ReadonlyMap<number, SuppressedRow>;
}

/** A deleted employee who comes back, with what that depends on. */
interface Revival {
  readonly references: KnownReferences;
  readonly holders: readonly KeyHolder[];
}

/** A person of the list, with the stored employee whom the person is. */
interface Found {
  readonly content: EmployeeContent;
  readonly live: VersionedEmployee | undefined;
  readonly deleted: VersionedEmployee | undefined;
}

const NO_REVIVAL: Revival = {
  references: { areaIds: new Set(), groupIds: new Set(), characteristics: new Map() },
  holders: [],
};

/** Compares people of a list with those who are stored. Nothing is written. */
@Injectable()
export class ListComparison {
  constructor(
    private readonly list: ListedPeople,
    private readonly versions: EmployeeVersions,
    private readonly segmentation: SegmentationQueries,
    private readonly references: EmployeeReferences,
    private readonly badRowPeople: BadRowPeople,
  ) {}

  /** The rows of the bad rows of a list in batches, in their order. @param kept - gets their people */
  badRows(list: BadRowList, kept: KeptPeople): AsyncIterable<readonly ComparedRow[]> {
    return this.badRowPeople.rows(list, kept);
  }

  /** Nobody is ended whose row is left out because it names a person who was erased. @param kept - gets these people */
  keepSuppressed(
    list: BadRowList & { readonly suppressed: ReadonlyMap<number, SuppressedRow> },
    kept: KeptPeople,
  ): Promise<void> {
    return this.badRowPeople.keep(list, [...list.suppressed.values()], kept);
  }

  /** The rows of the people of a list in batches, in their order. */
  async *rows(comparison: Comparison): AsyncGenerator<readonly ComparedRow[]> {
    const { badRows, suppressed } = comparison;
    const leftOut = { has: (index: number) => badRows.has(index) || suppressed.has(index) };
    const kept = new KeptKeys(comparison.keys);
    for await (const { rows } of this.list.batches(comparison, { badRows: leftOut }))
      yield this.compare(comparison, kept, peopleOf(rows));
  }

  private async compare(
    comparison: Comparison,
    kept: KeptKeys,
    people: readonly ListedPerson[],
  ): Promise<ComparedRow[]> {
    const { companyId, source, adopts } = comparison;
    const written = people.map(({ content }) => content);
    const contents = await this.references.withIds(companyId, written);
    const known = new KnownPeople(await this.versions.find(companyId, keysOf(contents)), comparison);
    const found = people.map(({ profileOf, place }, index): Found => {
      const content = contents[index] ?? {};
      const live = known.match(content);
      const deleted = live ? undefined : known.matchDeleted(content);
      const stored = (live ?? deleted)?.employee.state;
      const whole = withWholeProfile(content, profileOf, stored);
      return { content: place ? withStoredName(whole, stored) : whole, live, deleted };
    });
    const revival = await this.revivalOf(
      companyId,
      found.flatMap(({ deleted, content }) => (deleted ? [deleted.employee.state, content] : [])),
    );
    const now = new Date();
    const addresses = contents.flatMap(({ email }) => (email ? foldEmail(email) : []));
    const names = new Map(
      (await this.versions.namedBy(companyId, addresses)).map(({ key, id }) => [key, id] as const),
    );
    /** The address is the name by which another person signs in. */
    const isNamed = ({ email }: EmployeeContent, deleted: VersionedEmployee | undefined): boolean => {
      const id = email ? names.get(foldEmail(email)) : undefined;
      return id !== undefined && id !== deleted?.employee.state.id;
    };
    const rowOf = ({ content, live, deleted }: Found): ComparedRow => {
      if (live && (live.employee.state.source ?? source) !== source)
        return skipped(content, 'other-source', live);
      if (live && live.employee.state.source === undefined && !adopts)
        return skipped(content, 'no-source', live);
      // Only the owner of a person restores them (docs/contract.md, "SCIM").
      if (deleted?.employee.state.source === PROVIDER_SOURCE && source !== PROVIDER_SOURCE)
        return skipped(content, 'other-source', deleted);
      if (!live && isNamed(content, deleted)) return skipped(content, 'email-taken', deleted);
      const conflict = known.conflictOf(content, live?.employee);
      if (conflict === 'kept') return skipped(content, 'email-taken', live ?? deleted);
      if (live) return changed(live, content, source, conflict === 'freed-by-change', now);
      if (deleted) {
        const row = revived(deleted, kept.withFreeKeys(deleted.employee, content), source, revival, now);
        kept.add(deleted.employee);
        return row;
      }
      return added(comparison, content, now);
    };
    const rows: ComparedRow[] = [];
    for (let at = 0; at < found.length; at += COMPARED_AT_ONCE) {
      rows.push(...found.slice(at, at + COMPARED_AT_ONCE).map(rowOf));
      await setImmediate();
    }
    return rows;
  }

  private async revivalOf(companyId: string, revived: readonly EmployeeContent[]): Promise<Revival> {
    if (revived.length === 0) return NO_REVIVAL;
    const references = await this.segmentation.known(companyId, referencesOf(revived));
    return { references, holders: await this.versions.holders(companyId, keysOf(revived)) };
  }
}

function keysOf(contents: readonly EmployeeContent[]): { emails: string[]; externalIds: string[] } {
  return {
    emails: contents.flatMap(({ email }) => email ?? []),
    externalIds: contents.flatMap(({ externalId }) => externalId ?? []),
  };
}

function changed(
  { employee, version }: VersionedEmployee,
  content: EmployeeContent,
  source: string,
  isMove: boolean,
  now: Date,
): ComparedRow {
  const { state: before } = employee;
  const isDifferent = employee.assign(source, content, now);
  return {
    list: isDifferent ? 'changed' : 'unchanged',
    ...identityOf(employee.state),
    employeeId: before.id,
    reason: before.source === undefined ? 'adopted' : undefined,
    changes: propertyChanges(before, employee.state),
    isMove,
    seenVersion: version,
  };
}

function revived(
  { employee, version }: VersionedEmployee,
  content: EmployeeContent,
  source: string,
  { references, holders }: Revival,
  now: Date,
): ComparedRow {
  const { state: before } = employee;
  const others = holders.map(({ id, emailKey, externalId }) =>
    Employee.restore({
      ...before,
      id,
      email: emailKey ?? undefined,
      externalId: externalId ?? undefined,
    } as EmployeeState),
  );
  employee.revive(content, references, others, now);
  employee.assign(source, {}, now);
  return {
    list: 'added',
    ...identityOf(employee.state),
    employeeId: before.id,
    reason: 'revived',
    changes: propertyChanges(before, employee.state),
    isMove: false,
    seenVersion: version,
  };
}

function added({ companyId, source }: Comparison, content: EmployeeContent, now: Date): ComparedRow {
  const employee = Employee.invite(companyId, content, now, source);
  return {
    list: 'added',
    ...identityOf(employee.state),
    changes: propertyChanges(undefined, employee.state),
    isMove: false,
  };
}

function skipped(
  { email, externalId }: EmployeeContent,
  reason: SyncRowReason,
  known: VersionedEmployee | undefined,
): ComparedRow {
  return {
    list: 'skipped',
    employeeId: known?.employee.state.id,
    email: email ?? undefined,
    externalId: externalId ?? undefined,
    reason,
    changes: [],
    isMove: false,
    seenVersion: known?.version,
  };
}

function identityOf({ email, externalId }: EmployeeState): Pick<ComparedRow, 'email' | 'externalId'> {
  return { email, externalId };
}
