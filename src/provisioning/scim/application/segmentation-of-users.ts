import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from '../../../shared-kernel/transaction.js';
import type { EmployeeContent } from '../../../workforce/index.js';
import { invalidValue } from '../domain/scim-error.js';
import { ENTERPRISE_URN, WORKFORCE_URN } from '../domain/scim-urns.js';
import type { UserDocument, WorkforceUser } from '../domain/user-document.js';
import {
  NamedSegmentationQueries,
  type Named,
  type NamedCharacteristic,
} from './named-segmentation.queries.js';

type Referring = Pick<EmployeeContent, 'hierarchyId' | 'managedHierarchies' | 'profile' | 'role'>;
type Profile = NonNullable<EmployeeContent['profile']>;

/** The references of a user, and the department that is kept because it is no name of an area. */
export interface ResolvedUser {
  readonly content: Referring;
  readonly department: string | undefined;
}

const PROFILE = `${WORKFORCE_URN}:profile`;

/** Turns the names that a user has into the references of an employee. */
@Injectable()
export class SegmentationOfUsers {
  constructor(private readonly named: NamedSegmentationQueries) {}

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
    const department = next[ENTERPRISE_URN]?.department;
    const isMoved = department !== before[ENTERPRISE_URN]?.department;
    const areas = await this.areas(companyId, [is, isMoved ? department : undefined], transaction);
    const content: Referring = {
      ...(is.area !== was.area && { hierarchyId: areaOf(areas, is.area, 'area') }),
      ...(is.role !== was.role && { role: is.role ?? null }),
      ...(!isDeepStrictEqual(is.managedAreas, was.managedAreas) && {
        managedHierarchies: (is.managedAreas ?? []).map((name) => idOf(areas, name, 'managedAreas')),
      }),
      ...(!isDeepStrictEqual(is.profile, was.profile) && {
        profile: await this.profile(companyId, is.profile ?? [], transaction),
      }),
    };
    if (!isMoved) return { content, department: kept };
    if (department === undefined) return { content: clearedArea(content, kept), department: undefined };
    const [area, other] = areas.filter(({ id, name }) => name === department || id === department);
    if (!area || other) return { content, department };
    return { content: { hierarchyId: area.id, ...content }, department: undefined };
  }

  private async areas(
    companyId: string,
    [{ area, managedAreas = [] }, department]: readonly [WorkforceUser, string | undefined],
    transaction: Transaction,
  ): Promise<readonly Named[]> {
    const names = [area, department, ...managedAreas].filter((name) => name !== undefined);
    return names.length === 0 ? [] : this.named.areas(companyId, names, transaction);
  }

  private async profile(
    companyId: string,
    entries: NonNullable<WorkforceUser['profile']>,
    transaction: Transaction,
  ): Promise<Profile> {
    const names = entries.map(({ characteristic = '' }) => characteristic);
    const known = await this.named.characteristics(companyId, names, transaction);
    return entries.map(({ characteristic = '', value = '' }) => {
      const [found, other] = known.filter(({ id, name }) => name === characteristic || id === characteristic);
      if (!found) throw invalidValue(PROFILE, `names no characteristic of the company: ${characteristic}`);
      if (other) throw invalidValue(PROFILE, `names several characteristics: ${characteristic}`);
      return entryOf(found, value);
    });
  }
}

/** A department that was a name of an area is gone, and with it the area, unless the request names one. */
function clearedArea(content: Referring, kept: string | undefined): Referring {
  return kept === undefined ? { hierarchyId: null, ...content } : content;
}

function areaOf(areas: readonly Named[], name: string | undefined, attribute: string): string | null {
  return name === undefined ? null : idOf(areas, name, attribute);
}

function idOf(areas: readonly Named[], wanted: string, attribute: string): string {
  const found = areas.filter(({ id, name }) => name === wanted || id === wanted);
  const [area, other] = found;
  const path = `${WORKFORCE_URN}:${attribute}`;
  if (!area) throw invalidValue(path, `names no area of the company: ${wanted}`);
  if (other) throw invalidValue(path, `names several areas, use an id: ${wanted}`);
  return area.id;
}

function entryOf({ id, name, type, allowedValues, nodes }: NamedCharacteristic, wanted: string): Profile[0] {
  if (type === 'DATE') {
    const date = new Date(wanted);
    if (
      !/^\d{4}-\d{2}-\d{2}$/.test(wanted) ||
      Number.isNaN(date.getTime()) ||
      !date.toISOString().startsWith(wanted)
    )
      throw invalidValue(PROFILE, `needs a date, YYYY-MM-DD, for ${name}`);
    return { id, date: date.toISOString() };
  }
  const values = type === 'TREE' ? nodes : allowedValues;
  const value = values.find((each) => each.label === wanted || each.id === wanted);
  if (!value) throw invalidValue(PROFILE, `has no value of ${name}: ${wanted}`);
  return type === 'TREE' ? { id, leafId: value.id } : { id, valueId: value.id };
}
