import { employeeRecord, ERASURES } from '../../support/builders/employee.js';
import { CanaryPerson } from '../../support/canary-person.js';
import { onOneServer } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { SyncFixture } from '../../support/sync-fixture.js';
import { TestApp } from '../../support/test-app.js';
import { EmployeeImporter } from '../../../src/workforce/index.js';

/** Columns whose statistics have a text. */
const COLUMNS_WITH = `
  SELECT s.tablename || '.' || s.attname AS name FROM pg_stats s
  WHERE s.schemaname = 'public'
    AND strpos(lower(concat_ws(' ', s.most_common_vals::text, s.histogram_bounds::text, s.most_common_elems::text)),
      lower($1)) > 0
  ORDER BY 1`;

describe('the statistics of the database after an erasure', () => {
  onOneServer('reads pg_stats, which Citus has on the workers');

  let app: TestApp;
  let fixture: SyncFixture;

  beforeAll(async () => {
    app = await TestApp.start({ DATABASE_STATEMENT_TIMEOUT: '1m' });
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    fixture = await SyncFixture.open(app);
  });

  const columnsWith = async (text: string): Promise<string[]> =>
    (await app.sql<{ name: string }>(COLUMNS_WITH, [text])).map(({ name }) => name);

  it('have neither name nor address of the person, whom they had before', async () => {
    const people = Array.from({ length: 300 }, (_, index) =>
      employeeRecord({
        name: `Xa${index}x Xb${index}x`,
        email: `xc${index}x@example.com`,
        externalId: `XD${index}X`,
      }),
    );
    await app.app.get(EmployeeImporter).import(fixture.companyId, people);
    await app.sql('ANALYZE');
    const [bound] = await app.sql<{ name: string }>(
      `SELECT name FROM pg_stats, unnest(histogram_bounds::text::text[]) AS name
       WHERE tablename = 'employee' AND attname = 'name' AND name LIKE 'Xa%' LIMIT 1`,
    );
    const person = people.find(({ name }) => name === bound!.name)!;
    expect(await columnsWith(person.name as string)).toEqual(['employee.name']);

    const { status, body } = await fixture.hr.post(ERASURES, {
      externalId: person.externalId,
      reason: 'Asked for',
    });
    expect(status).toBe(202);
    await eventually(async () => {
      expect((await fixture.hr.get(`${ERASURES}/${body.id}`)).body.state).toBe('DONE');
    }, 30_000);
    const texts = [...(person.name as string).split(' '), person.email, person.externalId];
    for (const text of texts) expect([text, await columnsWith(text)]).toEqual([text, []]);
    const [other] = people.filter(({ name }) => name !== person.name).slice(-1);
    expect(await columnsWith(other!.name as string)).toEqual(expect.any(Array));
  });

  it('have nothing of the person in any table that has rows of others', async () => {
    const person = await CanaryPerson.live(app, fixture);
    await app.sql('ANALYZE');
    const { secrets } = person.canary;
    const before = await Promise.all(secrets.map(columnsWith));
    const tables = new Set(before.flat().map((name) => name.split('.')[0]!));
    expect([...tables]).toEqual(expect.arrayContaining(['employee', 'employee_sync_row', 'timesheet_entry']));

    const path = await person.isToBeErased();
    await eventually(async () => expect((await fixture.hr.get(path)).body.state).toBe('DONE'), 60_000);
    const after = (await Promise.all(secrets.map(columnsWith))).flat();
    const left: string[] = [];
    for (const name of new Set(after)) {
      // PostgreSQL keeps the statistics of a table that has become empty.
      const [row] = await app.sql(`SELECT FROM ${name.split('.')[0]!} LIMIT 1`);
      if (row) left.push(name);
    }
    expect(left).toEqual([]);
  });
});
