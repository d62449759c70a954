import { Injectable } from '@nestjs/common';
import type { Person } from '../../../shared-kernel/personal-data.js';
import { PersonQueries } from '../../index.js';
import type { Erasure } from '../domain/erasure.js';
import { HashedPeopleQueries } from './hashed-people.queries.js';

/** Finds the people of erasures. */
@Injectable()
export class ErasedPersons {
  constructor(
    private readonly hashed: HashedPeopleQueries,
    private readonly people: PersonQueries,
  ) {}

  /**
   * The people as they were found, with the rows that have their keys now. Of an entry that comes from the store of
   * files only the hashes are known.
   */
  async of(companyId: string, erasures: readonly Erasure[]): Promise<Person> {
    const unknown = erasures.filter(({ person }) => !person).map(({ erasureId }) => erasureId);
    const known = erasures.flatMap(({ person }) => person ?? []);
    const hashed = unknown.length === 0 ? [] : [await this.hashed.find(companyId, unknown)];
    const people = [...known, ...hashed];
    const all = (listOf: (person: Person) => readonly string[]): string[] => [
      ...new Set(people.flatMap(listOf)),
    ];
    const keys = {
      emailKeys: all(({ emailKeys }) => emailKeys),
      externalIds: all(({ externalIds }) => externalIds),
    };
    const now = await this.people.withKeys(companyId, keys);
    return {
      ...{ companyId, ...keys },
      shared: people.flatMap(({ shared = [] }) => shared),
      employeeIds: [...new Set([...all(({ employeeIds }) => employeeIds), ...now.employeeIds])],
      userIds: [...new Set([...all(({ userIds }) => userIds), ...now.userIds])],
    };
  }
}
