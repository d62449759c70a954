import { eventually } from '../support/eventually.js';
import { runWes } from '../support/loaded-program.js';
import type { WesResult } from '../support/run-wes.js';
import { ScimFixture, USERS } from '../support/scim-fixture.js';
import { TestApp } from '../support/test-app.js';

describe('wes scim check', () => {
  let app: TestApp;
  let fixture: ScimFixture;

  beforeAll(async () => {
    app = await TestApp.start();
    fixture = await ScimFixture.open(app);
  });
  afterAll(() => app.stop());

  const check = (company: string, ...args: string[]): Promise<WesResult> =>
    runWes(['scim', 'check', '--company', company, ...args], { DATABASE_URL: app.databaseUrl });

  it('says that there is no key and no request', async () => {
    const { exitCode, stdout } = await check(await app.company());
    expect(exitCode).toBe(0);
    expect(stdout).toContain('No valid key has the scope scim.');
    expect(stdout).toContain('There was no request yet.');
  });

  it('shows keys, people and the last 50 requests, without values', async () => {
    const { id } = await fixture.created({ userName: 'secret.person@example.com' });
    await fixture.find('userName eq "secret.person@example.com"');
    await fixture.find('userName sw secret.person');
    await fixture.patch(id, { op: 'replace', path: 'nothing', value: 'secret' });
    const hidden = 'userName eq "secret.one" or (emails[value eq "secret.two"] and title sw "secret")';
    await fixture.find(hidden);
    await fixture.provider.get(`${USERS}?filter=${encodeURIComponent('secret and "secret')}`);
    await fixture.provider.get(`${USERS}?sortBy=secret.person`);
    await fixture.provider.get(`${USERS}/secret.person@example.com`);
    await fixture.patch(id, { op: 'add', path: 'emails[value eq "secret.two"].nothing', value: 'secret' });
    const { key } = await app.integration(undefined, fixture.companyId);
    const headers = { Authorization: `Bearer ${key}` };
    expect((await app.anonymous().get(USERS, { headers })).status).toBe(403);
    await eventually(async () => {
      const { stdout } = await check(fixture.companyId, '--json');
      const { keys, requests, ...seen } = JSON.parse(stdout);
      expect(seen).toEqual({
        path: '/api/v1/public/company/scim/v2',
        people: 1,
        users: 1,
        groups: 2,
        withoutEmail: 0,
      });
      expect(keys).toHaveLength(1);
      const shown = requests.map((one: { request: string; status: number }) => [one.request, one.status]);
      expect(shown).toEqual([
        ['GET Users', 403],
        ['PATCH Users/{id}', 400],
        ['GET Users/{id}', 404],
        ['GET Users', 400],
        ['GET Users?filter=(unreadable, 18 characters)', 400],
        ['GET Users?filter=(userName eq "…" or (emails[value eq "…"] and title sw "…"))', 200],
        ['PATCH Users/{id}', 400],
        ['GET Users?filter=userName sw "…"', 200],
        ['GET Users?filter=userName eq "…"', 200],
        ['POST Users', 201],
      ]);
      expect(requests[1].detail).toBe('emails[…].nothing is unknown.');
      expect(requests[6]).toMatchObject({ objectId: id, detail: 'nothing is not an attribute of a user.' });
      expect(stdout).not.toContain('secret');
    });
    for (let count = 0; count < 55; count++) await fixture.provider.get(`${USERS}?count=0`);
    await eventually(async () => {
      const { requests } = JSON.parse((await check(fixture.companyId, '--json')).stdout);
      expect(requests).toHaveLength(50);
      expect(requests.every((one: { request: string }) => one.request === 'GET Users')).toBe(true);
    });
    expect((await check(fixture.companyId)).stdout).toMatch(/STATUS +MS +REQUEST/);
  });
});
