import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';
import type { PageWindow } from '../../shared-kernel/page-window.js';
import { nameKeysOf } from '../domain/name-keys.js';
import {
  peopleStatement,
  READ_PEOPLE,
  type PeopleFilter,
  type PersonRow,
} from './people-statements.queries.js';
import type { PeoplePageResponse, PersonResponse } from './person.response.js';

/** All that is set must hold. */
export interface PeopleSearch {
  /** Each of its words begins a word of the name. */
  readonly q?: string | undefined;
  /** People of any of these areas or of one below them. */
  readonly hierarchyId?: readonly string[] | undefined;
  /** People of any of these groups. */
  readonly groupId?: readonly string[] | undefined;
}

/** Reads people to choose from, and people by id to show them. */
@Injectable()
export class PeopleQueries {
  constructor(private readonly sql: Sql) {}

  /** A window of the employees of a company who are not deleted, by name. */
  async search(companyId: string, page: PageWindow, search: PeopleSearch): Promise<PeoplePageResponse> {
    const { from, to } = page;
    const wanted = wantedOf(companyId, search);
    if (!wanted) return { from, to, total: 0, result: [] };
    // One more than the page has, to know whether there is a further one.
    const rows = await this.sql.query<PersonRow & { total: number }>(peopleStatement([...wanted.keys()]), [
      companyId,
      from,
      to - from + 1,
      ...wanted.values(),
    ]);
    const people = rows.flatMap(personOf);
    const seen = people.length === 0 ? 0 : from + people.length;
    return { from, to, total: Math.max(rows[0]?.total ?? 0, seen), result: people.slice(0, to - from) };
  }

  /** Employees of a company by id, deleted ones included; unknown ids are left out. */
  async findAll(companyId: string, ids: readonly string[]): Promise<PeoplePageResponse> {
    const rows = await this.sql.query<PersonRow & Record<string, unknown>>(READ_PEOPLE, [companyId, ids]);
    const result = rows.flatMap(personOf);
    return { from: 0, to: result.length, total: result.length, result };
  }
}

/** The filters with their values; undefined if nobody can match them. */
function wantedOf(
  companyId: string,
  { q, hierarchyId, groupId }: PeopleSearch,
): ReadonlyMap<PeopleFilter, unknown> | undefined {
  const wanted = new Map<PeopleFilter, unknown>();
  if (q !== undefined) {
    const keys = nameKeysOf(companyId, q);
    if (keys.length === 0) return undefined;
    wanted.set('name', keys.map((key) => `${key}:*`).join(' & '));
  }
  if (hierarchyId) wanted.set('areas', hierarchyId);
  if (groupId) wanted.set('groups', groupId);
  return wanted;
}

function personOf({ id, name, hierarchyId, groupIds, deleted }: PersonRow): PersonResponse[] {
  if (id === null) return [];
  return [
    {
      id,
      ...(name !== null && { name }),
      ...(hierarchyId !== null && { hierarchyId }),
      groupIds,
      ...(deleted && { deleted }),
    },
  ];
}
