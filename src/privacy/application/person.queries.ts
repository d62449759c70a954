import { Injectable } from '@nestjs/common';
import { HeldKeysQueries, type HeldKey } from '../../persons/index.js';
import { anyOf } from '../../platform/database/in-company.js';
import { Sql, type Statement } from '../../platform/database/sql.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import type { Person, SharedKey } from '../../shared-kernel/personal-data.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { namesSomeone } from '../domain/naming.js';
import { PersonAmbiguous, PersonNotFound, ReasonNamesPerson } from '../domain/person.errors.js';
import type { PersonKey } from '../domain/person-key.js';

/** The ids by which rows are those of one person. */
interface Identity {
  readonly employeeIds: readonly string[];
  readonly userIds: readonly string[];
}

/**
 * `$1` company, `$2` ids of employees and users: who is who. A user is the employee of the link; employees with one
 * external id are one person who has worked for the company several times.
 */
const RELATED: Statement = {
  name: 'privacy.related-ids',
  text: `
    ${['NULL', 'NOT NULL']
      // Those who have left have an index of their own.
      .map(
        (state) => `
    SELECT e.id, o.id AS other, false AS "isUser", false AS "isOtherUser"
      FROM employee e JOIN employee o
        ON o.company_id = $1 AND o.deleted_at IS ${state} AND o.external_id = e.external_id
      WHERE e.company_id = $1 AND e.id = ${anyOf('$2')}`,
      )
      .join(' UNION ')}
    UNION SELECT e.id, e.id, false, false FROM employee e WHERE e.company_id = $1 AND e.id = ${anyOf('$2')}
    UNION SELECT u.employee_id, u.id, false, true FROM user_account u
      WHERE u.company_id = $1 AND u.employee_id = ${anyOf('$2')}
    UNION SELECT u.id, coalesce(u.employee_id, u.id), true, u.employee_id IS NULL FROM user_account u
      WHERE u.company_id = $1 AND u.id = ${anyOf('$2')}`,
};

/** `$1` company, `$2` ids of users. */
const ACTIVE_USERS: Statement = {
  name: 'privacy.active-users',
  text: `
    SELECT u.id, u.email_key AS "emailKey" FROM user_account u
    WHERE u.company_id = $1 AND u.id = ANY ($2) AND u.deactivated_at IS NULL`,
};

/** `$1` company, `$2` ids of users. */
const ACTIVE_ADMINS: Statement = {
  name: 'privacy.active-admins',
  text: `
    SELECT 1 FROM user_account u
    WHERE u.company_id = $1 AND u.id = ANY ($2) AND u.deactivated_at IS NULL AND u.role = 'ADMIN' LIMIT 1`,
};

/** `$1` company, `$2` folded e-mail address, `$3` external id; one of the two is null. */
const HAS_TIMESHEETS: Statement = {
  name: 'privacy.has-timesheets',
  text: `
    SELECT 1 FROM timesheet_entry t
    WHERE t.company_id = $1
      AND (t.list = ANY ('{live,deleted}') AND t.email_key = $2 OR t.document ->> 'externalId' = $3)
    LIMIT 1`,
};

/** `$1` company, `$2` ids of employees and users. */
const NAMES: Statement = {
  name: 'privacy.names',
  text: `
    SELECT e.name FROM employee e WHERE e.company_id = $1 AND e.id = ANY ($2) AND e.name IS NOT NULL
    UNION SELECT u.name FROM user_account u WHERE u.company_id = $1 AND u.id = ANY ($2)`,
};

interface Relation extends Record<string, unknown> {
  readonly id: string;
  readonly other: string;
  readonly isUser: boolean;
  readonly isOtherUser: boolean;
}

/** Finds who is meant by a key (ADR 55). */
@Injectable()
export class PersonQueries {
  constructor(
    private readonly sql: Sql,
    private readonly keys: HeldKeysQueries,
  ) {}

  /**
   * The person whom a key names, with everything by which rows refer to the person.
   * @throws {PersonNotFound}
   * @throws {PersonAmbiguous} where several people have or had the key
   */
  async get(companyId: string, key: PersonKey, transaction?: Transaction): Promise<Person> {
    if (key.personId !== undefined) return this.withId(companyId, key.personId, transaction);
    const keys = {
      emails: key.email === undefined ? [] : [key.email],
      externalIds: key.externalId === undefined ? [] : [key.externalId],
    };
    const holders = await this.keys.byKeys(companyId, keys, transaction);
    const ids = [...new Set(holders.map(({ holderId }) => holderId))];
    const people = await this.identities(companyId, ids, transaction);
    if (people.length > 1) {
      const named = people.flatMap(({ employeeIds, userIds }) => employeeIds[0] ?? userIds[0] ?? []);
      throw new PersonAmbiguous(key.email === undefined ? 'externalId' : 'email', named.sort());
    }
    const [identity] = people;
    if (identity) return this.personOf(companyId, identity, transaction);
    return this.onlyRecorded(companyId, key, transaction);
  }

  /**
   * The person whom an employee or a user is.
   * @throws {PersonNotFound}
   */
  async withId(companyId: string, id: string, transaction?: Transaction): Promise<Person> {
    const [identity] = await this.identities(companyId, [id], transaction);
    if (!identity) throw new PersonNotFound();
    return this.personOf(companyId, identity, transaction);
  }

  /** The person without the users who may sign in, and without the addresses of these. */
  async withoutActiveUsers(person: Person, transaction?: Transaction): Promise<Person> {
    const { companyId, userIds, emailKeys } = person;
    const active = await this.sql.query<{ readonly id: string; readonly emailKey: string }>(
      ACTIVE_USERS,
      [companyId, userIds],
      transaction,
    );
    const ids = active.map(({ id }) => id);
    const keys = active.map(({ emailKey }) => emailKey);
    return {
      ...person,
      userIds: userIds.filter((id) => !ids.includes(id)),
      emailKeys: emailKeys.filter((key) => !keys.includes(key)),
    };
  }

  /** True if one of the users of a person is an admin who may sign in. */
  async isAdmin({ companyId, userIds }: Person, transaction?: Transaction): Promise<boolean> {
    return (await this.sql.query(ACTIVE_ADMINS, [companyId, userIds], transaction)).length > 0;
  }

  /**
   * Refuses a reason that names the person, because reasons are kept when the person is erased.
   * @throws {ReasonNamesPerson}
   */
  async checkReason(reason: string, person: Person, transaction?: Transaction): Promise<void> {
    const {
      companyId,
      employeeIds,
      userIds,
      emailKeys,
      externalIds,
      providerKeys = [],
      shared = [],
    } = person;
    const values = [companyId, [...employeeIds, ...userIds]];
    const named = await this.sql.query<{ readonly name: string }>(NAMES, values, transaction);
    const keys = [...emailKeys, ...externalIds, ...providerKeys, ...shared.map(({ key }) => key)];
    const names = named.map(({ name }) => name);
    if (namesSomeone(reason, keys, names)) throw new ReasonNamesPerson();
  }

  /** The rows of employees and users that have or had any of some keys. */
  async withKeys(
    companyId: string,
    { emailKeys, externalIds }: Pick<Person, 'emailKeys' | 'externalIds'>,
  ): Promise<Identity> {
    const holders = await this.keys.byKeys(companyId, { emails: emailKeys, externalIds });
    return identityOf(holders);
  }

  /** Groups ids by the people whom they are. */
  private async identities(
    companyId: string,
    ids: readonly string[],
    transaction?: Transaction,
  ): Promise<Identity[]> {
    const relations = new Map<string, Relation>();
    let open = ids;
    while (open.length > 0) {
      const found = await this.sql.query<Relation>(RELATED, [companyId, open], transaction);
      for (const each of found) relations.set(`${each.id} ${each.other}`, each);
      const known = new Set([...relations.values()].map(({ id }) => id));
      open = [...new Set(found.map(({ other }) => other))].filter((id) => !known.has(id));
    }
    return grouped([...relations.values()]);
  }

  private async personOf(
    companyId: string,
    { employeeIds, userIds }: Identity,
    transaction?: Transaction,
  ): Promise<Person> {
    const own = await this.keys.ofHolders(companyId, [...employeeIds, ...userIds], transaction);
    const emails = own.filter(({ kind }) => kind === 'email' || kind === 'userName').map(({ key }) => key);
    const externalIds = own
      .filter(({ kind }) => kind === 'externalId' || kind === 'providerId')
      .map(({ key }) => key);
    const all = await this.keys.byKeys(companyId, { emails, externalIds }, transaction);
    const ids = new Set([...employeeIds, ...userIds]);
    const others = new Set(all.filter(({ holderId }) => !ids.has(holderId)).map(({ key }) => key));
    const unshared = (...kinds: readonly HeldKey['kind'][]): string[] => [
      ...new Set(own.flatMap(({ kind, key }) => (kinds.includes(kind) && !others.has(key) ? [key] : []))),
    ];
    const providerKeys = unshared('userName', 'providerId');
    const shared = own.flatMap(({ kind, key }) =>
      others.has(key) && (kind === 'email' || kind === 'externalId') ? sharedKeys(kind, key, ids, all) : [],
    );
    return {
      ...{ companyId, employeeIds, userIds },
      emailKeys: unshared('email').sort(),
      externalIds: unshared('externalId').sort(),
      ...(providerKeys.length > 0 && { providerKeys }),
      ...(shared.length > 0 && { shared: distinct(shared) }),
    };
  }

  /** A person of whom the company has working times only. @throws {PersonNotFound} */
  private async onlyRecorded(
    companyId: string,
    { email, externalId }: PersonKey,
    transaction?: Transaction,
  ): Promise<Person> {
    const emailKey = email === undefined ? null : foldEmail(email);
    const values = [companyId, emailKey, externalId ?? null];
    if ((await this.sql.query(HAS_TIMESHEETS, values, transaction)).length === 0) throw new PersonNotFound();
    return {
      ...{ companyId, employeeIds: [], userIds: [] },
      emailKeys: emailKey === null ? [] : [emailKey],
      externalIds: externalId === undefined ? [] : [externalId],
    };
  }
}

function identityOf(holders: readonly HeldKey[]): Identity {
  const idsOf = (isUser: boolean): string[] => [
    ...new Set(holders.filter((each) => each.isUser === isUser).map(({ holderId }) => holderId)),
  ];
  return { employeeIds: idsOf(false), userIds: idsOf(true) };
}

/** The people of some relations: ids that are related are one. */
function grouped(relations: readonly Relation[]): Identity[] {
  const users = new Set(
    relations.flatMap(({ id, other, isUser, isOtherUser }) => [
      ...(isUser ? [id] : []),
      ...(isOtherUser ? [other] : []),
    ]),
  );
  const groupOf = new Map<string, Set<string>>();
  for (const { id, other } of relations) {
    const merged = new Set([...(groupOf.get(id) ?? [id]), ...(groupOf.get(other) ?? [other])]);
    for (const member of merged) groupOf.set(member, merged);
  }
  return [...new Set(groupOf.values())].map((group) => ({
    employeeIds: [...group].filter((id) => !users.has(id)).sort(),
    userIds: [...group].filter((id) => users.has(id)).sort(),
  }));
}

/**
 * When a key was that of the person: each of those who had it had it until the next one got it, but the employee whose
 * own it is has it until now, also where others have it as a further address.
 */
function sharedKeys(
  kind: SharedKey['kind'],
  key: string,
  ids: ReadonlySet<string>,
  all: readonly HeldKey[],
): SharedKey[] {
  const holders = all.filter((each) => each.kind === kind && each.key === key);
  // Working times are those of employees, where there are any.
  const working = holders.some(({ isUser }) => !isUser) ? holders.filter(({ isUser }) => !isUser) : holders;
  const owner = working.find(({ isOwn, until }) => isOwn && until === null);
  const times = working
    .filter((each) => !owner || each === owner || each.since < owner.since)
    .toSorted((one, other) => one.since.getTime() - other.since.getTime());
  return times.flatMap(({ holderId, since }, index) =>
    ids.has(holderId)
      ? [
          {
            ...{ kind, key },
            from: index === 0 ? null : since.toISOString(),
            to: times[index + 1]?.since.toISOString() ?? null,
          },
        ]
      : [],
  );
}

function distinct(shared: readonly SharedKey[]): SharedKey[] {
  return [...new Map(shared.map((each) => [JSON.stringify(each), each])).values()];
}
