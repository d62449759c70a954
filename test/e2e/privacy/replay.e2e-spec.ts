import { ErasureReplay } from '../../../src/privacy/erasure/index.js';
import { byExternalId, employeeBody, ERASURES, INVITE } from '../../support/builders/employee.js';
import { eventually } from '../../support/eventually.js';
import { TestApp } from '../../support/test-app.js';
import { WorkforceFixture } from '../../support/workforce-fixture.js';

const SCOPES = ['people:erase', 'employees:read', 'employees:write'] as const;

describe('the ledger in the store of files', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  const replay = (): Promise<unknown> =>
    app.app.get(ErasureReplay, { strict: false }).run(new AbortController().signal);

  it('erases everybody again whom the database does not know as erased, of companies that it has', async () => {
    const companies = await Promise.all([1, 2, 3].map(() => WorkforceFixture.open(app)));
    const people = await Promise.all(
      companies.map(async ({ companyId }) => {
        const hr = await app.integration(SCOPES, companyId);
        const person = employeeBody();
        await hr.post(INVITE, person);
        const { body } = await hr.post(ERASURES, { externalId: person.externalId, reason: 'Asked for' });
        await eventually(async () =>
          expect((await hr.get(`${ERASURES}/${body.id}`)).body.state).toBe('DONE'),
        );
        return { hr, person };
      }),
    );
    expect(await replay()).toEqual({ companies: 0, people: 0 });

    await app.sql('DELETE FROM person_erasure'); // as after a restore
    for (const { hr, person } of people) expect((await hr.post(INVITE, person)).status).toBe(200);
    await app.sql('DELETE FROM employee WHERE company_id = $1', [companies[2]!.companyId]);
    await app.sql('DELETE FROM company WHERE id = $1', [companies[2]!.companyId]);
    expect(await replay()).toEqual({ companies: 0, people: 2 });

    for (const { hr, person } of people.slice(0, 2)) {
      expect((await hr.get(byExternalId(person.externalId))).status).toBe(404);
      expect((await hr.post(INVITE, person)).body.errorCode).toBe('PERSON_ERASED');
    }
    expect(await replay()).toEqual({ companies: 0, people: 0 });
  });

  it('lets a company name a person again whom it was allowed to, also after the restore of an older dump', async () => {
    const { companyId } = await WorkforceFixture.open(app);
    const hr = await app.integration(SCOPES, companyId);
    const person = employeeBody();
    await hr.post(INVITE, person);
    const { body } = await hr.post(ERASURES, { externalId: person.externalId, reason: 'Asked for' });
    const path = `${ERASURES}/${body.id}`;
    await eventually(async () => expect((await hr.get(path)).body.state).toBe('DONE'));
    expect((await hr.patch(path, { allowAgain: true, reason: 'Hired again' })).status).toBe(200);
    await app.sql('UPDATE person_erasure SET allowed_again_at = NULL WHERE company_id = $1', [companyId]);
    expect((await hr.post(INVITE, person)).body.errorCode).toBe('PERSON_ERASED');
    await replay();
    expect((await hr.post(INVITE, person)).status).toBe(200);
    await replay();
    expect((await hr.get(byExternalId(person.externalId))).status).toBe(200);
  });
});
