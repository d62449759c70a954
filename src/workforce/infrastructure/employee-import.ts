import type { EntityManager } from 'typeorm';
import { newId } from '../../shared-kernel/id.js';
import { InvalidEmployee } from '../domain/employee.errors.js';
import type { ImportOutcome } from '../domain/employee.repository.js';
import type { TurnoverType } from '../domain/employee.rules.js';
import { matchPeople, type MatchedPerson, type StoredPerson } from '../domain/import-matching.js';
import type { ImportedEmployee } from '../domain/imported-employee.js';
import { startOfToday } from '../domain/turnover-day.js';

/** People of one statement: enough to save round trips, few enough to keep its text small. */
const BATCH = 1_000;

/** Any fixed number: imports wait for each other, so that none misses what another is about to put in. */
const IMPORT_LOCK = 7_205_119_342;

const FOLD = `
  SELECT lower(e COLLATE "und-x-icu") AS folded
  FROM unnest($1::text[]) WITH ORDINALITY AS given (e, place) ORDER BY place`;

const named = (state: string): string => `
    UNION
    SELECT id FROM employee
    WHERE company_id = $1 AND deleted_at ${state}
      AND lower(email COLLATE "und-x-icu") = ANY ($3::text[])
    UNION
    SELECT id FROM employee
    WHERE company_id = $1 AND deleted_at ${state} AND external_id = ANY ($4::text[])`;

/**
 * `$1` company, `$2` ids, `$3` folded e-mails, `$4` external ids. Sought with `= ANY`, which is hashed where no index
 * is used: what is joined instead may be looked through once for each row of a table that has just been filled.
 */
const LOCK_STORED = `
  SELECT e.id, e.company_id AS "companyId", lower(e.email COLLATE "und-x-icu") AS "foldedEmail",
    e.external_id AS "externalId", e.deleted_at AS "deletedAt", e.activated, e.turnover_date AS "turnoverDate",
    e.turnover_type AS "turnoverType"
  FROM employee e
  WHERE e.id IN (SELECT id FROM employee WHERE id = ANY ($2::text[]) ${named('IS NULL')} ${named('IS NOT NULL')})
  ORDER BY e.id
  FOR UPDATE`;

/** An e-mail that goes from one to another is let go of first: uniqueness is judged row by row. */
const GIVE_WAY = 'UPDATE employee SET email = NULL, external_id = NULL WHERE id = ANY ($1)';

/** Columns of a person after the id, each with the name and type of its member in the record that is put in. */
const COLUMNS = [
  ['name', 'name text'],
  ['email', 'email text'],
  ['external_id', '"externalId" text'],
  ['hierarchy_id', '"hierarchyId" text'],
  ['profile', 'profile jsonb'],
  ['group_ids', '"groupIds" text[]'],
  ['role', 'role text'],
  ['managed_hierarchies', '"managedHierarchies" text[]'],
  ['activated', 'activated boolean'],
  ['deleted_at', '"deletedAt" timestamptz(3)'],
  ['turnover_date', '"turnoverDate" timestamptz(3)'],
  ['turnover_type', '"turnoverType" text'],
] as const;

const columns = COLUMNS.map(([column]) => column);
const members = COLUMNS.map(([, member]) => member.slice(0, member.lastIndexOf(' ')));
const of = (row: string): string => columns.map((column) => `${row}.${column}`).join(', ');

/** Who is the same already is left out beforehand: an insertion would render them only to find that out. */
const PUT = `
  INSERT INTO employee AS stored
    (id, company_id, must_choose_profile, created_at, updated_at, ${columns.join(', ')})
  SELECT id, $2, false, now(), now(), ${members.join(', ')}
  FROM jsonb_to_recordset($1::jsonb) AS given (id text, ${COLUMNS.map(([, member]) => member).join(', ')})
  WHERE NOT EXISTS (
    SELECT FROM employee same
    WHERE same.id = given.id AND (${of('same')}) IS NOT DISTINCT FROM (${members.map((member) => `given.${member}`).join(', ')})
  )
  ON CONFLICT (id) DO UPDATE SET (updated_at, ${columns.join(', ')}) = (excluded.updated_at, ${of('excluded')})
  RETURNING id`;

interface StoredRow extends StoredPerson {
  readonly activated: boolean;
  readonly turnoverDate: Date | null;
  readonly turnoverType: TurnoverType | null;
}

/** Puts people into one company, within a transaction. */
export class EmployeeImport {
  private readonly now = new Date();

  constructor(
    private readonly manager: EntityManager,
    private readonly companyId: string,
  ) {}

  /** @throws {InvalidEmployee} with paths that begin with the index of the person */
  async run(given: readonly ImportedEmployee[]): Promise<ImportOutcome> {
    await this.manager.query('SELECT pg_advisory_xact_lock($1)', [IMPORT_LOCK]);
    const folded = await this.fold(given);
    const stored = await this.lockStored(given, folded);
    const { people, issues, givingWay } = matchPeople(this.companyId, given, folded, stored);
    if (issues.length > 0) throw new InvalidEmployee(issues);
    if (givingWay.length > 0) await this.manager.query(GIVE_WAY, [givingWay]);
    let touched = 0;
    for (let at = 0; at < people.length; at += BATCH) {
      const batch = people.slice(at, at + BATCH).map((one) => this.stateOf(one));
      const rows = await this.manager.query<unknown[]>(PUT, [JSON.stringify(batch), this.companyId]);
      touched += rows.length;
    }
    const created = people.filter((one) => !one.stored).length;
    const updated = touched - created;
    return {
      counts: { created, updated, unchanged: people.length - created - updated },
      endedEmails: people.flatMap(({ person, stored: before }) =>
        person.isDeleted && before?.deletedAt === null && before.foldedEmail !== null
          ? [before.foldedEmail]
          : [],
      ),
    };
  }

  private stateOf({ person, stored }: MatchedPerson<StoredRow>): object {
    const { id, activated, isDeleted, turnoverDate, turnoverType, ...content } = person;
    const isRevived = !isDeleted && stored !== undefined && stored.deletedAt !== null;
    return {
      ...content,
      id: stored?.id ?? id ?? newId(),
      activated: activated ?? (isRevived ? false : (stored?.activated ?? false)),
      deletedAt: isDeleted ? (stored?.deletedAt ?? this.now) : null,
      turnoverDate: isDeleted ? (turnoverDate ?? stored?.turnoverDate ?? startOfToday(this.now)) : null,
      turnoverType: isDeleted ? (turnoverType ?? stored?.turnoverType ?? null) : null,
    };
  }

  private async fold(people: readonly ImportedEmployee[]): Promise<(string | null)[]> {
    const emails = people.map(({ email }) => email);
    const rows = await this.manager.query<{ folded: string | null }[]>(FOLD, [emails]);
    return rows.map(({ folded }) => folded);
  }

  /** Who left last comes first; those who left together, in the order of their creation. */
  private async lockStored(
    people: readonly ImportedEmployee[],
    folded: readonly (string | null)[],
  ): Promise<StoredRow[]> {
    const rows = await this.manager.query<StoredRow[]>(LOCK_STORED, [
      this.companyId,
      people.flatMap(({ id }) => id ?? []),
      folded.filter((email) => email !== null),
      people.flatMap(({ externalId }) => externalId ?? []),
    ]);
    const left = ({ deletedAt }: StoredRow): number => deletedAt?.getTime() ?? 0;
    return rows.sort((one, other) => left(other) - left(one) || (one.id < other.id ? -1 : 1));
  }
}
