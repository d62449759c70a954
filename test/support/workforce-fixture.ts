import { setTimeout as sleep } from 'node:timers/promises';
import { AreaImporter, CharacteristicImporter, GroupImporter } from '../../src/segmentation/index.js';
import { newId } from '../../src/shared-kernel/id.js';
import type { ImportCounts } from '../../src/shared-kernel/record-importer.js';
import { EmployeeImporter } from '../../src/workforce/index.js';
import type { Answer, ApiClient } from './api-client.js';
import { byEmail, EMPLOYEES, employeeBody, employeeRecord, INVITE, type Body } from './builders/employee.js';
import { area, characteristic, group } from './builders/segmentation.js';
import type { TestApp } from './test-app.js';

/** A company with a segmentation that employees may refer to. */
export class WorkforceFixture {
  readonly team = area('Team');
  readonly department = area('Department', this.team);
  readonly elsewhere = area('Elsewhere');
  readonly groups = [group('Night shift'), group('First aid')] as const;
  readonly start = characteristic('DATE', 'Start');
  readonly shift = characteristic('LIST', 'Shift', 'Early', 'Late');
  readonly remote = characteristic('BOOLEAN', 'Remote', 'Yes', 'No');
  readonly skill = characteristic('TREE', 'Skill', 'Trade', 'Baking');

  private constructor(
    readonly app: TestApp,
    readonly companyId: string,
    /** Has every scope. */
    readonly hr: ApiClient,
  ) {}

  static async open(app: TestApp): Promise<WorkforceFixture> {
    const companyId = await app.company();
    const fixture = new WorkforceFixture(app, companyId, await app.integration(undefined, companyId));
    await app.app.get(AreaImporter).import(companyId, [fixture.department, fixture.elsewhere]);
    await app.app.get(GroupImporter).import(companyId, fixture.groups);
    await app.app
      .get(CharacteristicImporter)
      .import(companyId, [fixture.start, fixture.shift, fixture.remote, fixture.skill]);
    return fixture;
  }

  /** A profile with an entry of every type. */
  profile(): Body[] {
    return [
      { id: this.start.id, date: '2024-03-01T00:00:00.000Z' },
      { id: this.shift.id, valueId: this.shift.allowedValues[0]!.id },
      { id: this.remote.id, valueId: this.remote.allowedValues[1]!.id },
      { id: this.skill.id, leafId: this.skill.nodes[1]!.id },
    ];
  }

  /** A body with every property. */
  full(overrides: Body = {}): Body & { email: string; externalId: string } {
    return employeeBody({
      name: 'Jo Doe',
      hierarchyId: this.team.id,
      profile: this.profile(),
      groupIds: [this.groups[0].id],
      role: 'ADVISOR',
      managedHierarchies: [this.department.id],
      ...overrides,
    });
  }

  /** Invites an employee, and gives the answer. */
  async invited(
    body: Body = employeeBody(),
  ): Promise<Body & { id: string; email: string; externalId: string; updatedAt: string }> {
    const { status, body: answer } = await this.hr.post(INVITE, body);
    if (status !== 200) throw new Error(`The person was not invited: ${JSON.stringify(answer)}`);
    return answer;
  }

  list(query = ''): Promise<Answer> {
    return this.hr.get(`${EMPLOYEES}${query}`);
  }

  import(records: readonly Body[], into = this.companyId): Promise<ImportCounts> {
    return this.app.app.get(EmployeeImporter).import(into, records);
  }

  /**
   * Two people with the same e-mail who left one after the other.
   * @param order - whether the id of the one who left first is the lower or the higher one
   */
  async leftOneAfterTheOther(
    order: 'lower' | 'higher',
  ): Promise<{ email: string; first: Body & { id: string }; last: Body & { id: string } }> {
    const { email } = employeeBody();
    const ids = [newId(), newId()].sort();
    if (order === 'higher') ids.reverse();
    const people = ids.map((id) => employeeRecord({ id, email }));
    for (const person of people) {
      await this.import([person]);
      const { status } = await this.hr.delete(byEmail(email));
      if (status !== 200) throw new Error(`The person was not deleted: ${status}`);
      await sleep(5); // times are kept to the millisecond
    }
    return { email, first: people[0]!, last: people[1]! };
  }

  /** The stored employee: the columns and the properties of the document. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read what the table holds
  async row(id: string): Promise<any> {
    const [row] = await this.app.sql<{ document: Body }>('SELECT * FROM employee WHERE id = $1', [id]);
    return { ...row, ...row?.document };
  }

  /** All stored rows of employees. */
  async everything(): Promise<unknown[]> {
    return [
      await this.app.sql('SELECT * FROM employee ORDER BY id'),
      await this.app.sql(
        'SELECT * FROM employee_profile_value ORDER BY employee_id, characteristic_id, value',
      ),
    ];
  }
}

/** Paths and codes of the issues in an answer. */
export function issuesOf({ body }: Answer): [string, string][] {
  return body.errors.map(({ path, code }: { path: string; code: string }) => [path, code]);
}
