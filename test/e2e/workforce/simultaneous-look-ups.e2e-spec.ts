import { LookUpConnections } from '../../../src/platform/database/company-connections.js';
import { LookUp } from '../../../src/platform/database/look-up.js';
import { Sql } from '../../../src/platform/database/sql.js';
import { EmployeesQueries } from '../../../src/workforce/application/employees.queries.js';
import { byEmail, byExternalId, employeeRecord, EMPLOYEES } from '../../support/builders/employee.js';
import { eventually } from '../../support/eventually.js';
import { TestApp } from '../../support/test-app.js';
import { WorkforceFixture } from '../../support/workforce-fixture.js';

const PEOPLE = 60;

describe('people who are looked up at the same time', () => {
  let app: TestApp;
  let companies: readonly WorkforceFixture[];

  /** The same in both companies. */
  const names = Array.from({ length: PEOPLE }, (_, index) => ({
    email: `Person.${index}@example.com`,
    externalId: `HR "${index}", {x}\\`,
  }));

  beforeAll(async () => {
    app = await TestApp.start();
    companies = [await WorkforceFixture.open(app), await WorkforceFixture.open(app)];
    for (const fixture of companies) {
      await fixture.import(names.map((name) => employeeRecord({ ...name, name: `Of ${fixture.companyId}` })));
    }
  });
  afterAll(() => app.stop());

  it('are found as if each were asked for alone', async () => {
    const answers = names.flatMap(({ email, externalId }, index) =>
      companies.flatMap(({ hr, companyId }) => [
        [hr, byEmail(email), 200, { email, externalId, name: `Of ${companyId}` }] as const,
        [hr, byExternalId(externalId), 200, { email, externalId, name: `Of ${companyId}` }] as const,
        [hr, byEmail(`nobody.${index}@example.com`), 404, { errorCode: 'EMPLOYEE_NOT_FOUND' }] as const,
        [hr, `${EMPLOYEES}/externalid/%00${index}`, 404, { errorCode: 'EMPLOYEE_NOT_FOUND' }] as const,
        [hr, byExternalId(`nobody ${index}`), 404, { errorCode: 'EMPLOYEE_NOT_FOUND' }] as const,
      ]),
    );
    await Promise.all(
      answers.map(async ([client, path, status, content]) => {
        const answer = await client.get(path);
        expect([path, answer.status, answer.body]).toEqual([path, status, expect.objectContaining(content)]);
      }),
    );
  });

  it('share statements, of a hundred at most', async () => {
    const { app: service } = app;
    const lookUp = new LookUp<readonly [string], { place: number; name: string; asked: number }>(
      service.get(Sql),
      service.get(LookUpConnections),
      {
        name: 'test.look-up',
        text: `
          SELECT place::integer, name, cardinality($1) AS asked
          FROM unnest($1::text[]) WITH ORDINALITY AS asked (name, place) WHERE name <> '7' ORDER BY random()`,
      },
    );
    const rows = await Promise.all(Array.from({ length: 250 }, (_, index) => lookUp.find(`${index}`)));
    expect(rows).toEqual(
      rows.map((_, index) =>
        index === 7
          ? undefined
          : { place: (index % 100) + 1, name: `${index}`, asked: index < 200 ? 100 : 50 },
      ),
    );
    expect(await lookUp.find('alone')).toEqual({ place: 1, name: 'alone', asked: 1 });
  });

  it('use two connections at most', async () => {
    const connections = app.app.get(LookUpConnections);
    const [{ hr }] = companies as [WorkforceFixture];
    const { email, externalId } = names[0]!;
    const taken = [1, 2].map(() => connections.takeFree({ companyId: '' })!);
    const waiting = [hr.get(byEmail(email)), hr.get(byExternalId(externalId))];
    await eventually(() => expect(connections.waiting).toBe(2));
    for (const release of taken) release();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200]);
    expect(connections.inUse).toBe(0);
  });

  it('are asked for again at once after a statement failed', async () => {
    const queries = app.app.get(EmployeesQueries, { strict: false });
    const [{ companyId }] = companies as [WorkforceFixture];
    const { email } = names[0]!;
    await app.sql('ALTER TABLE employee RENAME TO employee_away');
    const asked = [queries.get(companyId, { email }), queries.get(companyId, { email })];
    const outcomes = await Promise.allSettled(asked);
    await app.sql('ALTER TABLE employee_away RENAME TO employee');
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(JSON.parse(await queries.get(companyId, { email }))).toMatchObject({ email });
  });
});
