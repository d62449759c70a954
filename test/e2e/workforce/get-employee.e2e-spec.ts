import { request } from 'node:http';
import { byEmail, byExternalId, EMPLOYEES, type Body } from '../../support/builders/employee.js';
import { TestApp } from '../../support/test-app.js';
import { WorkforceFixture } from '../../support/workforce-fixture.js';

describe('GET /api/v1/public/company/employees/{externalid,email}/…', () => {
  let app: TestApp;
  let fixture: WorkforceFixture;
  let person: Body & { id: string; email: string; externalId: string };

  beforeAll(async () => {
    app = await TestApp.start();
    fixture = await WorkforceFixture.open(app);
    person = await fixture.invited(fixture.full());
  });
  afterAll(() => app.stop());

  const paths = () => [byEmail(person.email), byExternalId(person.externalId)];

  it('answers 401 without a key', async () => {
    for (const path of paths()) expect((await app.anonymous().get(path)).status).toBe(401);
  });

  it('answers 403 to a key without the scope', async () => {
    const writer = await app.integration(['employees:write', 'segmentation:read'], fixture.companyId);
    for (const path of paths()) expect((await writer.get(path)).status).toBe(403);
  });

  it('answers the person', async () => {
    const reader = await app.integration(['employees:read'], fixture.companyId);
    for (const path of paths()) {
      const { status, body, headers } = await reader.get(path);
      expect([status, body]).toEqual([200, person]);
      expect(headers.get('cache-control')).toBe('private, no-store');
    }
  });

  it('compares e-mails in any case and external ids exactly', async () => {
    expect((await fixture.hr.get(byEmail(person.email.toLowerCase()))).body).toEqual(person);
    const accented = await fixture.invited({ email: 'JOSÉ.Ñandú@EXAMPLE.com', externalId: 'Aé' });
    expect((await fixture.hr.get(byEmail('josé.ñandú@example.COM'))).body).toEqual(accented);
    expect((await fixture.hr.get(byExternalId('aé'))).status).toBe(404);
    expect((await fixture.hr.get(byExternalId('AÉ'))).status).toBe(404);
  });

  it.each([
    ['an unknown e-mail', byEmail('nobody@example.com')],
    ['no e-mail', byEmail('x')],
    ['an unknown external id', byExternalId('nobody')],
    ['NUL', `${EMPLOYEES}/externalid/%00`],
    ['NUL in an e-mail', `${EMPLOYEES}/email/a%00@example.com`],
    ['a very long one', byExternalId('x'.repeat(2_000))],
  ])('answers 404 to %s', async (_, path) => {
    const { status, body } = await fixture.hr.get(path);
    expect([status, body.errorCode]).toEqual([404, 'EMPLOYEE_NOT_FOUND']);
  });

  it('answers 404 to a deleted person and to one of another company', async () => {
    const gone = await fixture.invited();
    await fixture.hr.delete(byEmail(gone.email));
    const stranger = await app.integration();
    for (const [client, { email, externalId }] of [
      [fixture.hr, gone],
      [stranger, person],
    ] as const) {
      expect((await client.get(byEmail(email))).status).toBe(404);
      expect((await client.get(byExternalId(externalId))).status).toBe(404);
    }
  });

  it.each([
    'a+b',
    'a/b',
    '%2F',
    "O'Neil",
    '100%',
    'ñ 漢字 😀',
    '?&#=;',
    'invite',
    'reset',
    'email',
    '\\"<>{}|^`',
    ' ',
    '+',
    '...',
  ])('finds, changes and deletes by the external id %j', async (externalId) => {
    const { id } = await fixture.invited({ externalId });
    const path = byExternalId(externalId);
    expect((await fixture.hr.get(path)).body).toMatchObject({ id, externalId });
    expect((await fixture.hr.put(path, { name: 'New' })).body).toMatchObject({ id, externalId, name: 'New' });
    expect((await fixture.hr.delete(path)).status).toBe(200);
    expect((await fixture.hr.get(path)).status).toBe(404);
  });

  it.each(["o'neil+x/%2F&?#=!$*~`{|}^@exämple.com", '%40@example.com', '漢字@例え.jp', '+@example.com'])(
    'finds, changes and deletes by the e-mail %j',
    async (email) => {
      const { id } = await fixture.invited({ email });
      expect((await fixture.hr.get(byEmail(email))).body).toMatchObject({ id, email });
      expect((await fixture.hr.put(byEmail(email), { name: 'New' })).body).toMatchObject({ id, name: 'New' });
      expect((await fixture.hr.delete(byEmail(email))).status).toBe(200);
      expect((await fixture.hr.get(byEmail(email))).status).toBe(404);
    },
  );

  it.each(['.', '..'])('finds the external id %j of a client that sends it as it is', async (externalId) => {
    const { key } = await app.integration(undefined, fixture.companyId);
    const { id } = await fixture.invited({ externalId });
    // fetch() takes such a segment out of the path, encoded or not; a plain client does not.
    const path = `${EMPLOYEES}/externalid/${externalId.replaceAll('.', '%2E')}`;
    const answer = await new Promise<string>((resolve, reject) => {
      request(app.baseUrl, { path, headers: { serviceAPIKey: key } }, (response) => {
        response.setEncoding('utf8');
        let text = '';
        response.on('data', (part: string) => (text += part)).on('end', () => resolve(text));
      })
        .on('error', reject)
        .end();
    });
    expect(JSON.parse(answer)).toMatchObject({ id, externalId });
  });

  it('answers 400 to a path that is not correctly encoded', async () => {
    expect((await fixture.hr.get(`${EMPLOYEES}/email/%E0%A4%A`)).status).toBe(400);
  });

  it('answers a HEAD without a body', async () => {
    const { status, text, headers } = await fixture.hr.request('HEAD', byEmail(person.email));
    expect([status, text]).toEqual([200, '']);
    expect(Number(headers.get('content-length'))).toBeGreaterThan(100);
  });
});
