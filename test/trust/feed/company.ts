import { newId } from '../../../src/shared-kernel/id.js';
import { CHANGES, COMPANY_CHANGES } from '../../support/builders/change.js';
import { PLANS } from '../../support/builders/plan.js';
import { runSql } from '../../support/databases.js';
import { addManagers, type Person } from '../../support/fleet.js';
import { newApiKey } from '../../support/new-credential.js';
import { baseUrlOf, Follower, type Known } from './follower.js';
import type { Target } from './writers.js';

const SCOPES = [
  ...['changes:read', 'employees:read', 'employees:write', 'employees:sync'],
  ...['segmentation:read', 'timesheets:read'],
];

/** The tables that a key may read. */
const TABLES: Readonly<Record<string, string>> = {
  employee: 'SELECT id, document FROM employee WHERE company_id = $1 AND deleted_at IS NULL',
  timesheet: `SELECT id, document FROM timesheet_entry WHERE company_id = $1 AND list = 'live'`,
  deletedTimesheet: `SELECT id, document FROM timesheet_entry WHERE company_id = $1 AND list = 'deleted'`,
  area: `
    SELECT id, json_strip_nulls(json_build_object('id', id, 'name', name, 'parentId', parent_id, 'position', position))
      AS document
    FROM area WHERE company_id = $1`,
  group: 'SELECT id, document FROM company_group WHERE company_id = $1',
  characteristic: 'SELECT id, document FROM characteristic WHERE company_id = $1',
};

interface Row extends Record<string, unknown> {
  readonly id: string;
  readonly document: unknown;
}

/** A company with the clients that follow its feed, and what its writers know. */
export class FeedCompany {
  readonly followers: readonly Follower[];
  /** Of people whom writers have invited, most of whom still work there. */
  readonly externalIds: string[] = [];
  /** Names of the people of a source, by external id. */
  readonly staff = new Map<string, string>();
  readonly planIds: string[] = [];
  readonly entryIds: string[] = [];
  readonly groups = new Map<string, string>();
  readonly areas = new Map<string, string>();

  private constructor(
    readonly id: string,
    /** In the texts that its writers write. */
    readonly name: string,
    readonly key: Readonly<Record<string, string>>,
    /** An admin, and two managers. */
    readonly people: readonly Person[],
  ) {
    this.followers = [
      new Follower('key', CHANGES, key, (target) => this.readTables(target)),
      ...people.map((person, index) => {
        const headers = { SessionId: person.sessionId };
        return new Follower(`user ${index + 1}`, COMPANY_CHANGES, headers, (target) =>
          this.readAsUser(target, person, index === 0),
        );
      }),
    ];
  }

  static async create(databaseUrl: string, name: string): Promise<FeedCompany> {
    const people = await addManagers(databaseUrl, 3);
    const { companyId, userId } = people[0]!;
    await runSql(databaseUrl, 'UPDATE company SET name = $2 WHERE id = $1', [companyId, name]);
    await runSql(databaseUrl, `UPDATE user_account SET role = 'ADMIN' WHERE id = $1`, [userId]);
    const keyId = newId();
    const { credential, digest } = await newApiKey((text) => runSql(databaseUrl, text), keyId);
    await runSql(
      databaseUrl,
      `WITH digest AS (INSERT INTO credential_digest (digest, company_id) VALUES ($3, $2))
       INSERT INTO api_key (id, company_id, digest, name, scopes, expires_at)
       VALUES ($1, $2, $3, 'Feed', $4, now() + interval '1 day')`,
      [keyId, companyId, digest, SCOPES],
    );
    return new FeedCompany(companyId, name, { serviceAPIKey: credential }, people);
  }

  private async readTables({ databaseUrl }: Target): Promise<Known> {
    const known = new Map<string, string>();
    for (const [kind, statement] of Object.entries(TABLES))
      for (const { id, document } of await runSql<Row>(databaseUrl, statement, [this.id]))
        known.set(`${kind} ${id}`, JSON.stringify(document));
    return known;
  }

  /** Plans as GET answers them, and templates; which plans the user may read, the tables say. */
  private async readAsUser(
    { databaseUrl, fleet, caller }: Target,
    { userId, sessionId }: Person,
    isAdmin: boolean,
  ): Promise<Known> {
    const known = new Map<string, string>();
    const plans = await runSql<Row>(
      databaseUrl,
      `SELECT id FROM action_plan WHERE company_id = $1 AND (visibility = 'PUBLIC' OR created_by = $2)`,
      [this.id, userId],
    );
    for (const { id } of plans) {
      const path = `${PLANS}/${id}`;
      const result = await caller.send(baseUrlOf(fleet.running('api')), sessionId, { method: 'GET', path });
      // A plan that was deleted or hidden meanwhile comes as such by the feed.
      if (result.status === 404 || result.status === 403) continue;
      if (result.status !== 200) throw new Error(`GET ${path} answered ${result.status}`);
      known.set(`plan ${id}`, JSON.stringify(JSON.parse(result.body)));
    }
    const templates = await runSql<Row>(databaseUrl, 'SELECT id, document FROM announcement_template');
    for (const { id, document } of templates)
      if (isAdmin || (document as { enabled: boolean }).enabled)
        known.set(`template ${id}`, JSON.stringify(document));
    return known;
  }
}
