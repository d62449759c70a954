import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { EmployeesQueries } from '../../../src/workforce/application/employees.queries.js';
import { byEmail, byExternalId, employeeRecord, EMPLOYEES } from '../../support/builders/employee.js';
import { TestApp } from '../../support/test-app.js';
import { WorkforceScene } from '../../support/workforce-scene.js';

const PEOPLE = 60;

describe('people who are looked up at the same time', () => {
  let app: TestApp;
  let companies: readonly WorkforceScene[];

  /** Called alike in both companies. */
  const names = Array.from({ length: PEOPLE }, (_, index) => ({
    email: `Person.${index}@example.com`,
    externalId: `HR "${index}", {x}\\`,
  }));

  beforeAll(async () => {
    app = await TestApp.start();
    companies = [await WorkforceScene.open(app), await WorkforceScene.open(app)];
    for (const scene of companies) {
      await scene.import(names.map((name) => employeeRecord({ ...name, name: `Of ${scene.companyId}` })));
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

  it('share statements, of a hundred each', async () => {
    const queries = app.app.get(EmployeesQueries, { strict: false });
    const { master: pool } = app.app.get(DataSource).driver as unknown as { master: Pool };
    const [{ companyId }] = companies as [WorkforceScene];
    let statements = 0;
    pool.on('acquire', () => (statements += 1));
    for (const [people, expected] of [
      [1, 1],
      [PEOPLE, 1],
      [250, 3],
    ] as const) {
      statements = 0;
      const asked = Array.from({ length: people }, (_, index) => names[index % PEOPLE]!);
      const texts = await Promise.all(asked.map(({ email }) => queries.get(companyId, { email })));
      expect(texts.map((text) => (JSON.parse(text) as { email: string }).email)).toEqual(
        asked.map(({ email }) => email),
      );
      expect(statements).toBe(expected);
    }
  });

  it('are asked for again at once after a statement failed', async () => {
    const queries = app.app.get(EmployeesQueries, { strict: false });
    const [{ companyId }] = companies as [WorkforceScene];
    const { email } = names[0]!;
    await app.sql('ALTER TABLE employee RENAME TO employee_away');
    const asked = [queries.get(companyId, { email }), queries.get(companyId, { email })];
    const outcomes = await Promise.allSettled(asked);
    await app.sql('ALTER TABLE employee_away RENAME TO employee');
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(JSON.parse(await queries.get(companyId, { email }))).toMatchObject({ email });
  });
});
