import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { SegmentationNamesQueries, SegmentNames } from '../../segmentation/index.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { EmployeeContent } from '../../workforce/index.js';
import { invalidValue } from '../domain/scim-error.js';
import { ENTERPRISE_URN, WORKFORCE_URN } from '../domain/scim-urns.js';
import type { UserDocument, WorkforceUser } from '../domain/user-document.js';

type Referring = Pick<EmployeeContent, 'hierarchyId' | 'managedHierarchies' | 'profile' | 'role'>;
type Profile = NonNullable<EmployeeContent['profile']>;
type ProfileOfUser = NonNullable<WorkforceUser['profile']>[0];

/** The references of a user, and the department that is kept because it is no name of an area. */
export interface ResolvedUser {
  readonly content: Referring;
  readonly department: string | undefined;
}

const PROFILE = `${WORKFORCE_URN}:profile`;

/** Turns the names that a user has into the references of an employee. */
@Injectable()
export class SegmentationOfUsers {
  constructor(private readonly names: SegmentationNamesQueries) {}

  /**
   * Only what is different is resolved, because names may be ambiguous that came from here.
   * @param kept - the department that is kept by now
   * @throws {ScimError} 400
   */
  async resolve(
    companyId: string,
    before: UserDocument,
    next: UserDocument,
    kept: string | undefined,
    transaction: Transaction,
  ): Promise<ResolvedUser> {
    const [was, is] = [before[WORKFORCE_URN] ?? {}, next[WORKFORCE_URN] ?? {}];
    const role = is.role !== was.role && { role: is.role ?? null };
    const department = next[ENTERPRISE_URN]?.department;
    const isMoved = department !== before[ENTERPRISE_URN]?.department;
    const isReferring = !isDeepStrictEqual({ ...is, role: undefined }, { ...was, role: undefined });
    if (!isMoved && !isReferring) return { content: { ...role }, department: kept };
    const names = new SegmentNames(await this.names.read(companyId, transaction));
    const content: Referring = {
      ...(is.area !== was.area && { hierarchyId: areaOf(names, is.area) }),
      ...role,
      ...(!isDeepStrictEqual(is.managedAreas, was.managedAreas) && {
        managedHierarchies: (is.managedAreas ?? []).map((name) => idOf(names, name, 'managedAreas')),
      }),
      ...(!isDeepStrictEqual(is.profile, was.profile) && {
        profile: (is.profile ?? []).map((entry) => entryOf(names, entry)),
      }),
    };
    if (!isMoved) return { content, department: kept };
    if (department === undefined) return { content: clearedArea(content, kept), department: undefined };
    const area = names.areas.find(department);
    if (typeof area === 'string') return { content, department };
    return { content: { hierarchyId: area.id, ...content }, department: undefined };
  }
}

/** A department that was a name of an area is gone, and with it the area, unless the request names one. */
function clearedArea(content: Referring, kept: string | undefined): Referring {
  return kept === undefined ? { hierarchyId: null, ...content } : content;
}

function areaOf(names: SegmentNames, name: string | undefined): string | null {
  return name === undefined ? null : idOf(names, name, 'area');
}

function idOf({ areas }: SegmentNames, wanted: string, attribute: string): string {
  const path = `${WORKFORCE_URN}:${attribute}`;
  const found = areas.find(wanted);
  if (found === 'unknown') throw invalidValue(path, `names no area of the company: ${wanted}`);
  if (found === 'ambiguous') throw invalidValue(path, `names several areas, use an id: ${wanted}`);
  return found.id;
}

function entryOf(names: SegmentNames, { characteristic = '', value = '' }: ProfileOfUser): Profile[0] {
  const found = names.characteristic(characteristic);
  if (found === 'unknown')
    throw invalidValue(PROFILE, `names no characteristic of the company: ${characteristic}`);
  if (found === 'ambiguous') throw invalidValue(PROFILE, `names several characteristics: ${characteristic}`);
  const { id, name, type, values } = found;
  if (type === 'DATE') return { id, date: dateOf(value, name) };
  const known = values.find(value);
  if (known === 'unknown') throw invalidValue(PROFILE, `has no value of ${name}: ${value}`);
  if (known === 'ambiguous')
    throw invalidValue(PROFILE, `names several values of ${name}, use an id: ${value}`);
  return type === 'TREE' ? { id, leafId: known.id } : { id, valueId: known.id };
}

function dateOf(written: string, name: string): string {
  const date = new Date(written);
  if (
    !/^\d{4}-\d{2}-\d{2}$/.test(written) ||
    Number.isNaN(date.getTime()) ||
    !date.toISOString().startsWith(written)
  )
    throw invalidValue(PROFILE, `needs a date, YYYY-MM-DD, for ${name}`);
  return date.toISOString();
}
