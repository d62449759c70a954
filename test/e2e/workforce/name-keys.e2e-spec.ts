import { byEmail, byExternalId, employeeRecord, INVITE, RESET } from '../../support/builders/employee.js';
import type { Body } from '../../support/builders/employee.js';
import { PEOPLE } from '../../support/builders/look-ups.js';
import type { ApiClient } from '../../support/api-client.js';
import { TestApp } from '../../support/test-app.js';
import { WorkforceFixture } from '../../support/workforce-fixture.js';

/** Every way in which an employee is written leaves the keys of the name right. */
describe('people are found by their names', () => {
  let app: TestApp;
  let fixture: WorkforceFixture;
  let manager: ApiClient;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    fixture = await WorkforceFixture.open(app);
    manager = await app.user('MANAGER', fixture.companyId);
  });

  const found = async (q: string): Promise<string[]> =>
    (await manager.get(`${PEOPLE}?q=${encodeURIComponent(q)}`)).body.result.map(({ id }: Body) => id);

  it('after an invitation, and another one', async () => {
    const person = await fixture.invited(fixture.full({ name: 'Ana' }));
    expect(await found('ana')).toEqual([person.id]);
    await fixture.hr.post(INVITE, { email: person.email, name: 'Bea' });
    expect([await found('ana'), await found('bea')]).toEqual([[], [person.id]]);
    await fixture.hr.post(INVITE, { email: person.email });
    expect(await found('bea')).toEqual([person.id]);
  });

  it('after changes by PUT, and the removal of the name', async () => {
    const { id, email, externalId } = await fixture.invited(fixture.full({ name: 'Ana' }));
    await fixture.hr.put(byEmail(email), { name: 'Bea' });
    expect([await found('ana'), await found('bea')]).toEqual([[], [id]]);
    await fixture.hr.put(byExternalId(externalId), { name: 'Cleo' });
    expect([await found('bea'), await found('cleo')]).toEqual([[], [id]]);
    await fixture.hr.put(byEmail(email), { role: 'MANAGER' });
    expect(await found('cleo')).toEqual([id]);
    await fixture.hr.put(byEmail(email), { name: null });
    expect(await found('cleo')).toEqual([]);
  });

  it('after a reset', async () => {
    const { id, email } = await fixture.invited(fixture.full({ name: 'Ana' }));
    await fixture.hr.put(RESET, { email });
    expect(await found('ana')).toEqual([id]);
  });

  it('not after a deletion, and again when they are invited again', async () => {
    const { id, email } = await fixture.invited(fixture.full({ name: 'Ana' }));
    await fixture.hr.delete(byEmail(email));
    expect(await found('ana')).toEqual([]);
    await fixture.hr.post(INVITE, { email });
    expect(await found('ana')).toEqual([id]);
    await fixture.hr.delete(byEmail(email));
    await fixture.hr.post(INVITE, { email, name: 'Bea' });
    expect([await found('ana'), await found('bea')]).toEqual([[], [id]]);
  });

  it('after imports that create, change, delete and restore', async () => {
    const record = employeeRecord({ name: 'Ana' });
    const { id } = record;
    await fixture.import([record]);
    expect(await found('ana')).toEqual([id]);
    await fixture.import([{ ...record, name: 'Bea' }]);
    expect([await found('ana'), await found('bea')]).toEqual([[], [id]]);
    await fixture.import([{ ...record, name: 'Bea', deleted: true }]);
    expect(await found('bea')).toEqual([]);
    await fixture.import([{ ...record, name: 'Cleo' }]);
    expect([await found('bea'), await found('cleo')]).toEqual([[], [id]]);
    await fixture.import([{ ...record, name: undefined }]);
    expect(await found('cleo')).toEqual([]);
  });
});
