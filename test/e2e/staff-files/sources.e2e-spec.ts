import type { ApiClient } from '../../support/api-client.js';
import { EMPLOYEES } from '../../support/builders/employee.js';
import { TestApp } from '../../support/test-app.js';

const SOURCES = `${EMPLOYEES}/sources`;

describe(`${SOURCES}/{source}`, () => {
  let app: TestApp;
  let companyId: string;
  let key: ApiClient;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    companyId = await app.company();
    key = await app.integration(['employees:sync'], companyId);
  });

  const columns = { Personalnummer: 'externalId', Bereich: 'area', Schicht: 'profile.Schicht', Notiz: null };
  const content = { columns, dateFormat: 'dd.MM.yyyy', listSeparator: '|', endColumn: 'Austritt' };

  it('answers 401 without a key and to a session, and 403 without the scope', async () => {
    const other = await app.integration(undefined, companyId);
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const body = method === 'PUT' ? { json: {} } : {};
      expect((await app.anonymous().request(method, `${SOURCES}/hr`, body)).status).toBe(401);
      expect((await (await app.user('ADMIN')).request(method, `${SOURCES}/hr`, body)).status).toBe(401);
      expect((await other.request(method, `${SOURCES}/hr`, body)).status).toBe(403);
    }
  });

  it('sets, answers, replaces and deletes columns', async () => {
    const set = await key.put(`${SOURCES}/hr`, content);
    expect([set.status, set.body]).toMatchObject([200, { source: 'hr', ...content }]);
    const got = await key.get(`${SOURCES}/hr`);
    expect([got.text, got.headers.get('etag')]).toEqual([set.text, set.headers.get('etag')]);
    const replaced = await key.put(`${SOURCES}/hr`, { columns: { Nr: 'externalId' } });
    expect(replaced.body).toEqual({
      ...{ source: 'hr', columns: { Nr: 'externalId' }, dateFormat: 'yyyy-MM-dd', listSeparator: ';' },
      ...{ nameSeparator: ' ', noDates: [], leaveOut: {}, mainRows: {} },
      ...{ createdAt: set.body.createdAt, updatedAt: expect.any(String) },
    });
    expect((await key.delete(`${SOURCES}/hr`)).body).toEqual(replaced.body);
    for (const gone of [await key.get(`${SOURCES}/hr`), await key.delete(`${SOURCES}/hr`)])
      expect([gone.status, gone.body.errorCode]).toEqual([404, 'SOURCE_NOT_FOUND']);
  });

  it('takes what it answers, which changes nothing', async () => {
    const { body } = await key.put(`${SOURCES}/hr`, content);
    expect((await key.put(`${SOURCES}/hr`, body)).body).toEqual(body);
    const records = await app.sql('SELECT operation FROM audit_record WHERE company_id = $1', [companyId]);
    expect(records.filter(({ operation }) => String(operation).startsWith('source'))).toHaveLength(1);
  });

  it.each<[object, string]>([
    [{ columns: { A: 'colour' } }, 'columns.A'],
    [{ columns: { A: 'email', a: null } }, 'columns.a'],
    [{ columns: [] }, 'columns'],
    [{ dateFormat: 'yy' }, 'dateFormat'],
    [{ listSeparator: ';;' }, 'listSeparator'],
    [{ endColumn: '' }, 'endColumn'],
    [{ nameColumns: ['A', 'B', 'C', 'D', 'E'] }, 'nameColumns'],
    [{ columns: { A: 'name' }, nameColumns: ['B'] }, 'nameColumns'],
    [{ nameSeparator: 'longer' }, 'nameSeparator'],
    [{ noDates: [1] }, 'noDates[0]'],
    [{ headerRow: 0 }, 'headerRow'],
    [{ headerRow: 1_001 }, 'headerRow'],
    [{ sheet: '' }, 'sheet'],
    [{ leaveOut: { Status: 'x' } }, 'leaveOut.Status'],
    [{ leaveOut: { Status: [' '] } }, 'leaveOut.Status[0]'],
    [{ endColumn: 'Ende', mainRows: { ende: ['x'] } }, 'mainRows.ende'],
    [{ mainRows: { A: ['x'], B: ['x'] } }, 'mainRows'],
    [{ columns: { A: 'email' }, endColumn: 'A' }, 'endColumn'],
    [{ colour: 'red' }, 'colour'],
  ])('refuses %j', async (body, path) => {
    const answer = await key.put(`${SOURCES}/hr`, body);
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, path]);
    expect((await key.get(`${SOURCES}/hr`)).status).toBe(404);
  });

  it('refuses a name that is too long', async () => {
    const { status, body } = await key.put(`${SOURCES}/${'x'.repeat(101)}`, {});
    expect([status, body.errors[0].path]).toEqual([400, 'source']);
  });

  it('does not know the sources of other companies', async () => {
    await key.put(`${SOURCES}/hr`, content);
    const other = await app.integration(['employees:sync']);
    expect((await other.get(`${SOURCES}/hr`)).status).toBe(404);
    await other.put(`${SOURCES}/hr`, {});
    expect((await key.get(`${SOURCES}/hr`)).body).toMatchObject(content);
  });

  it('sets those of 100 sources', async () => {
    await app.sql(
      `INSERT INTO employee_source (company_id, source, document, created_at, updated_at)
       SELECT $1, 'source ' || n, '{"columns": {}}', now(), now() FROM generate_series(1, 100) AS n`,
      [companyId],
    );
    const { status, body } = await key.put(`${SOURCES}/hr`, {});
    expect([status, body.errorCode]).toEqual([409, 'TOO_MANY_SOURCES']);
    expect((await key.put(`${SOURCES}/source%201`, {})).status).toBe(200);
  });

  it('keeps one of two that are set first at the same time as what was before', async () => {
    const answers = await Promise.all(
      ['A', 'B', 'C', 'D'].map((endColumn) => key.put(`${SOURCES}/hr`, { endColumn })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const records = await app.sql<{ before: object | null }>(
      `SELECT before FROM audit_record WHERE company_id = $1 AND operation = 'source.replace'`,
      [companyId],
    );
    expect(records.filter(({ before }) => before === null)).toHaveLength(1);
    expect(records).toHaveLength(4);
  });
});
