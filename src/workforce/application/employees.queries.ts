import { Injectable } from '@nestjs/common';
import { LookUpConnections } from '../../platform/database/company-connections.js';
import { LookUp, type FoundRow } from '../../platform/database/look-up.js';
import { Sql, type Statement } from '../../platform/database/sql.js';
import { SegmentationQueries } from '../../segmentation/index.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { EmployeeNotFound } from '../domain/employee.errors.js';
import type { EmployeeKey } from '../domain/employee-key.js';
import {
  COUNT_USERS,
  danglingAmong,
  idsOf,
  nameOf,
  READ_USES,
  stillInUse,
  type DanglingReference,
  type ReferenceUse,
} from './reference-uses.queries.js';

/** `$1` companies, `$2` folded e-mail addresses. */
export const GET_BY_EMAIL = getBy('workforce.get-by-email', 'e.email_key = asked.name');

/** `$1` companies, `$2` external ids. */
export const GET_BY_EXTERNAL_ID = getBy('workforce.get-by-external-id', 'e.external_id = asked.name');

const GET_BY_ID: Statement = {
  name: 'workforce.get-by-id',
  text: `
    SELECT e.document::text AS json FROM employee e
    WHERE e.company_id = $1 AND e.id = $2 AND e.deleted_at IS NULL`,
};

const READ_NAMES: Statement = {
  name: 'workforce.names',
  text: `
    SELECT e.id, named.name
    FROM employee e
    CROSS JOIN LATERAL (SELECT coalesce(e.name, e.document ->> 'email', e.external_id) AS name) named
    WHERE e.company_id = $1 AND e.id = ANY ($2) AND named.name IS NOT NULL`,
};

const READ_EMAILS: Statement = {
  name: 'workforce.emails',
  text: `
    SELECT e.id, e.document ->> 'email' AS email FROM employee e
    WHERE e.company_id = $1 AND e.deleted_at IS NULL AND e.id = ANY ($2)`,
};

/** `$1` company. The index of areas has all of it. */
const COUNT_BY_AREA: Statement = {
  name: 'workforce.count-by-area',
  text: `
    SELECT hierarchy_id AS id, count(*)::integer AS people FROM employee
    WHERE company_id = $1 AND hierarchy_id IS NOT NULL AND deleted_at IS NULL
    GROUP BY hierarchy_id`,
};

/** Something that does not exist any more, and the number of employees who refer to it. */
interface UsedReference extends Pick<DanglingReference, 'path' | 'kind' | 'id'> {
  readonly employees: number;
}

/** An employee to whom mail may be sent. */
export interface EmployeeContact {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
}

const READ_CONTACTS: Statement = {
  name: 'workforce.contacts',
  text: `
    SELECT e.id, e.document ->> 'email' AS email, e.name FROM employee e
    WHERE e.company_id = $1 AND e.deleted_at IS NULL AND e.email_key IS NOT NULL
      AND (e.id = ANY ($2) OR e.email_key = ANY ($3))`,
};

type Name = readonly [companyId: string, name: string];
type Found = FoundRow & { readonly json: string };

/** Answers are stored as documents, and sent as the JSON texts that they are. */
@Injectable()
export class EmployeesQueries {
  private readonly byEmail: LookUp<Name, Found>;
  private readonly byExternalId: LookUp<Name, Found>;

  constructor(
    private readonly sql: Sql,
    lookUps: LookUpConnections,
    private readonly segmentation: SegmentationQueries,
  ) {
    this.byEmail = new LookUp(sql, lookUps, GET_BY_EMAIL);
    this.byExternalId = new LookUp(sql, lookUps, GET_BY_EXTERNAL_ID);
  }

  /**
   * An employee who is not deleted, as JSON.
   * @throws {EmployeeNotFound}
   */
  async get(companyId: string, key: EmployeeKey, transaction?: Transaction): Promise<string> {
    if (transaction) return this.getIn(transaction, companyId, key);
    const found = await ('email' in key
      ? this.byEmail.find(companyId, foldEmail(key.email))
      : this.byExternalId.find(companyId, key.externalId));
    if (!found) throw new EmployeeNotFound();
    return found.json;
  }

  /**
   * Like {@link get}, by id.
   * @throws {EmployeeNotFound}
   */
  async getById(companyId: string, id: string): Promise<string> {
    const [row] = await this.sql.query<{ json: string }>(GET_BY_ID, [companyId, id]);
    if (!row) throw new EmployeeNotFound();
    return row.json;
  }

  /** Look-ups share statements, and thus no transaction. */
  private async getIn(transaction: Transaction, companyId: string, key: EmployeeKey): Promise<string> {
    const [statement, name] =
      'email' in key ? [GET_BY_EMAIL, foldEmail(key.email)] : [GET_BY_EXTERNAL_ID, key.externalId];
    const values = [[companyId], [name]];
    const [row] = await this.sql.query<Found & Record<string, unknown>>(statement, values, transaction);
    if (!row) throw new EmployeeNotFound();
    return row.json;
  }

  /**
   * Checks after a change of segmentation that everything that employees refer to still exists. Deleted employees do
   * not count.
   * @param transaction - the change of segmentation
   * @param known - names of what it removes, by id; without them they are read by another connection
   * @returns an issue for each thing that is not, with the number of employees who use it
   */
  async verifyReferences(
    companyId: string,
    transaction: Transaction,
    known?: ReadonlyMap<string, string>,
  ): Promise<ValidationIssue[]> {
    const dangling = await this.danglingReferences(companyId, transaction);
    if (dangling.length === 0) return [];
    const ids = dangling.map(({ id }) => id);
    const names = known ?? new Map(Object.entries(await this.segmentation.namesOf(companyId, ids)));
    return dangling.map((used) => ({ ...stillInUse(used, names.get(used.id)), path: used.path }));
  }

  private async danglingReferences(companyId: string, transaction: Transaction): Promise<UsedReference[]> {
    const uses = await this.sql.query<ReferenceUse & Record<string, unknown>>(
      READ_USES,
      [companyId],
      transaction,
    );
    const known = await this.segmentation.known(companyId, idsOf(uses), transaction);
    const dangling = danglingAmong(uses, known);
    if (dangling.length === 0) return [];
    const things = dangling.map((thing, place) => ({ ...thing, place }));
    const values = [companyId, JSON.stringify(things)];
    const users = await this.sql.query<{ employees: number }>(COUNT_USERS, values, transaction);
    return dangling.map((thing, index) => ({
      path: thing.path,
      kind: thing.kind,
      id: nameOf(thing),
      employees: users[index]?.employees ?? 0,
    }));
  }

  /** Name, else e-mail address, else external id of employees by id, deleted ones included. */
  async namesOf(companyId: string, ids: readonly string[]): Promise<Record<string, string>> {
    const rows = await this.sql.query<{ id: string; name: string }>(READ_NAMES, [companyId, ids]);
    return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
  }

  /**
   * E-mail addresses of employees who are not deleted, by id; null for one without. Unknown ids are left out.
   */
  async emailsOf(
    companyId: string,
    ids: readonly string[],
    transaction?: Transaction,
  ): Promise<ReadonlyMap<string, string | null>> {
    const rows = await this.sql.query<{ id: string; email: string | null }>(
      READ_EMAILS,
      [companyId, ids],
      transaction,
    );
    return new Map(rows.map(({ id, email }) => [id, email]));
  }

  /**
   * Employees with an e-mail address who are not deleted, by id or by their address.
   * @param wanted - addresses as folded by `foldEmail`
   */
  contacts(
    companyId: string,
    wanted: { readonly ids?: readonly string[]; readonly emailKeys?: readonly string[] },
    transaction?: Transaction,
  ): Promise<EmployeeContact[]> {
    const values = [companyId, wanted.ids ?? [], wanted.emailKeys ?? []];
    return this.sql.query<EmployeeContact & Record<string, unknown>>(READ_CONTACTS, values, transaction);
  }

  /** The number of employees of each area itself who are not deleted, by the id of the area; without areas of none. */
  async countByArea(companyId: string): Promise<ReadonlyMap<string, number>> {
    const rows = await this.sql.query<{ id: string; people: number }>(COUNT_BY_AREA, [companyId]);
    return new Map(rows.map(({ id, people }) => [id, people]));
  }
}

/**
 * A row for each company and name that are found. The sub-selects hide the lengths of the arrays from the planner,
 * which would plan each statement again for them. The list of companies names the servers to ask; the other collation,
 * which changes no comparison for equality, keeps the planner from reading whole companies by their index for the join.
 */
function getBy(name: string, condition: string): Statement {
  return {
    name,
    text: `
      SELECT asked.place::integer, e.document::text AS json
      FROM unnest((SELECT $1::text[]), (SELECT $2::text[])) WITH ORDINALITY AS asked (company_id, name, place)
      JOIN employee e ON e.company_id = asked.company_id AND e.company_id = ANY ($1::text[] COLLATE "default")
        AND e.deleted_at IS NULL AND ${condition}`,
  };
}
