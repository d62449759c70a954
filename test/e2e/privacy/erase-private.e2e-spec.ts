import { ApiClient } from '../../support/api-client.js';
import { employeeBody, ERASURES, INVITE } from '../../support/builders/employee.js';
import { actionPath, planBody, PLANS, type Body } from '../../support/builders/plan.js';
import { eventually } from '../../support/eventually.js';
import { runWes } from '../../support/run-wes.js';
import { TestApp } from '../../support/test-app.js';

describe('the erasure of a person with plans and notes', () => {
  let app: TestApp;
  let companyId: string;
  let author: ApiClient;
  let reader: ApiClient;
  let hr: ApiClient;
  let person: ReturnType<typeof employeeBody>;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    companyId = await app.company();
    hr = await app.integration(['people:erase', 'employees:write'], companyId);
    reader = await app.user('ADMIN', companyId);
    person = employeeBody();
    await hr.post(INVITE, person);
    const account = { companyId, name: 'Ana', email: person.email, role: 'MANAGER' } as const;
    const { sessionId } = await app.identity.issueSession(
      (await app.identity.createUser(account)).id,
      3_600_000,
    );
    author = new ApiClient(app.baseUrl, { SessionId: sessionId });
  });

  async function erase(): Promise<Body> {
    const { body, headers } = await hr.post(ERASURES, { externalId: person.externalId, reason: 'Asked for' });
    await eventually(async () => expect((await hr.get(headers.get('location')!)).body.state).toBe('DONE'));
    return body.counts;
  }
  const post = async (caller: ApiClient, path: string, body: unknown): Promise<string> => {
    const answer = await caller.post(path, body);
    expect(answer.status).toBe(200);
    return answer.body.id;
  };
  const title = { defaultValue: 'Talk' };
  const planIds = async (): Promise<unknown[]> =>
    (await app.sql('SELECT id FROM action_plan WHERE company_id = $1 ORDER BY id', [companyId])).map(
      ({ id }) => id,
    );

  it('removes private plans that nobody else had a part in', async () => {
    const own = await post(author, PLANS, planBody({ visibility: 'PRIVATE' }));
    await post(author, actionPath(own), { title });
    const assigned = await post(author, PLANS, planBody({ visibility: 'PRIVATE' }));
    const { body: colleague } = await hr.post(INVITE, employeeBody());
    await post(author, actionPath(assigned), {
      title,
      assigneeStatuses: [{ assigneeId: colleague.id, status: 'PENDING' }],
    });
    const shared = await post(author, PLANS, planBody());
    const ofOther = await post(reader, PLANS, planBody({ visibility: 'PRIVATE' }));
    expect(await erase()).toMatchObject({ privatePlans: 1 });
    expect(await planIds()).toEqual([assigned, shared, ofOther].sort());
  });

  it('removes private notes, also of deleted plans, and not those of others', async () => {
    const withNotes = async (): Promise<string> => {
      const planId = await post(reader, PLANS, planBody());
      const notes = `${actionPath(planId, await post(reader, actionPath(planId), { title }))}/notes`;
      await post(author, notes, { content: 'own secret', visibility: 'PRIVATE' });
      await post(author, notes, { content: 'for all' });
      await post(reader, notes, { content: 'secret of the reader', visibility: 'PRIVATE' });
      return planId;
    };
    const [kept, deleted] = [await withNotes(), await withNotes()];
    const gone = await post(author, PLANS, planBody({ visibility: 'PRIVATE' }));
    expect((await reader.delete(`${PLANS}/${deleted}`)).status).toBe(204);
    expect((await author.delete(`${PLANS}/${gone}`)).status).toBe(204);
    expect(await erase()).toMatchObject({ privateNotes: 1 });

    const { exitCode } = await runWes(['plan', 'restore', '--plan', deleted], {
      DATABASE_URL: app.databaseUrl,
    });
    expect(exitCode).toBe(0);
    for (const planId of [kept, deleted]) {
      const { body } = await reader.get(`${PLANS}/${planId}`);
      const contents = body.actions[0].notes.map(({ content }: Body) => content);
      expect(contents.sort()).toEqual(['for all', 'secret of the reader']);
    }
    expect(await app.sql(`SELECT FROM action_note WHERE document ->> 'content' = 'own secret'`)).toEqual([]);
    expect(await app.sql('SELECT FROM deleted_plan WHERE company_id = $1', [companyId])).toEqual([]);
    const sizes = await app.sql<{ bytes: number }>(
      'SELECT DISTINCT bytes FROM action_plan WHERE company_id = $1',
      [companyId],
    );
    expect(sizes).toHaveLength(1); // the erasure and the restore count the same bytes
  });
});
