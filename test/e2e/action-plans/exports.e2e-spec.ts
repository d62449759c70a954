import { setTimeout as sleep } from 'node:timers/promises';
import ExcelJS from 'exceljs';
import { PLANS } from '../../support/builders/plan.js';
import { ExportFixture, idIn, type Caller } from '../../support/exports.js';

const UNKNOWN = '0123456789abcdef01234567';

describe(`POST ${PLANS}/{planId}/excel`, () => {
  let fixture: ExportFixture;
  let owner: Caller;

  beforeAll(async () => {
    fixture = await ExportFixture.open();
    owner = await fixture.caller();
  });
  afterAll(() => fixture.close());

  const recorded = async (planId: string): Promise<number> =>
    (await fixture.app.sql('SELECT FROM plan_export WHERE plan_id = $1', [planId])).length;

  it('answers 401, 403 and 404 in this order, and records nothing', async () => {
    const planId = await fixture.plan(owner, { visibility: 'PRIVATE' });
    const path = `${PLANS}/${planId}/excel`;
    const stranger = await fixture.app.user('ADMIN');
    const answers = [
      await fixture.app.anonymous().post(path),
      await (await fixture.caller('EMPLOYEE')).post(path),
      await (await fixture.caller('PUBLIC')).post(`${PLANS}/${UNKNOWN}/excel`),
      await stranger.post(path),
      await owner.post(`${PLANS}/${UNKNOWN}/excel`),
      await owner.post(`${PLANS}/%00/excel`),
      await (await fixture.caller('ADMIN')).post(path),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 403, 403, 404, 404, 404, 403]);
    expect(answers.slice(3).map(({ body }) => body.errorCode)).toEqual([
      ...Array<string>(3).fill('PLAN_NOT_FOUND'),
      'PLAN_FORBIDDEN',
    ]);
    expect(await recorded(planId)).toBe(0);
  });

  it.each(['MANAGER', 'ADMIN', 'RESPONSIBLE', 'ADVISOR'] as const)(
    'lets a %s export a public plan',
    async (role) => {
      const caller = await fixture.caller(role);
      const { delivery } = await fixture.deliver(caller, await fixture.plan(owner));
      expect(delivery.recipients).toHaveLength(1);
    },
  );

  it('answers 200 with an empty body and the place of the status', async () => {
    const planId = await fixture.plan(owner);
    const { status, headers, text } = await owner.post(`${PLANS}/${planId}/excel`);
    expect([status, text]).toEqual([200, '']);
    expect(headers.get('location')).toMatch(new RegExp(`^${PLANS}/${planId}/exports/[0-9a-f]{24}$`));
    await fixture.reaches(owner, headers.get('location')!, 'SENT');
  });

  it('mails a link to a workbook with a summary and a sheet for each action', async () => {
    const planId = await fixture.plan(owner, { title: 'Más café', actions: 3 });
    const { delivery, link, location } = await fixture.deliver(owner, planId);
    expect(delivery.message.messageId).toContain(idIn(location));
    const response = await fixture.download(link);
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(await response.arrayBuffer());
    expect(workbook.worksheets.map(({ name }) => name)).toEqual([
      'Summary',
      expect.stringContaining('Action 1'),
      expect.stringContaining('Action 2'),
      expect.stringContaining('Action 3'),
    ]);
  });

  it('reports the whole of its life', async () => {
    const { location } = await fixture.deliver(owner, await fixture.plan(owner));
    const { body } = await owner.get(location);
    expect(body).toEqual({
      id: idIn(location),
      status: 'SENT',
      requestedAt: expect.any(String),
      finishedAt: expect.any(String),
      expiresAt: expect.any(String),
    });
    const lifetime = Date.parse(body.expiresAt) - Date.parse(body.requestedAt);
    expect(lifetime).toBeGreaterThanOrEqual(86_400_000);
    expect(lifetime).toBeLessThan(86_400_000 + 60_000);
  });

  it('carries out many requests at once, each with one mail of its own', async () => {
    const callers = await Promise.all(Array.from({ length: 15 }, () => fixture.caller()));
    const planId = await fixture.plan(owner);
    const ids = await Promise.all(
      callers.map(async (caller) => (await fixture.deliver(caller, planId)).delivery.message.messageId),
    );
    expect(new Set(ids).size).toBe(15);
    for (const caller of callers) expect(await fixture.mailsTo(caller)).toHaveLength(1);
  });
});

describe('EXPORT_CONCURRENCY', () => {
  it.each([1, 3])('limits the exports that a process works on at once to %d', async (limit) => {
    const fixture = await ExportFixture.open({ settings: { EXPORT_CONCURRENCY: String(limit) } });
    try {
      let current = 0;
      let most = 0;
      let full = (): void => undefined;
      const isFull = new Promise<void>((resolve) => (full = resolve));
      fixture.mail.beforeAccepting = async () => {
        most = Math.max(most, ++current);
        if (current >= limit) full();
        await isFull;
        await sleep(400);
        current--;
      };
      const owner = await fixture.caller();
      const planId = await fixture.plan(owner);
      const callers = await Promise.all(Array.from({ length: 5 }, () => fixture.caller()));
      await Promise.all(callers.map((caller) => fixture.deliver(caller, planId)));
      expect(most).toBe(limit);
    } finally {
      await fixture.close();
    }
  });
});

describe(`GET ${PLANS}/{planId}/exports/{exportId}`, () => {
  let fixture: ExportFixture;
  let owner: Caller;
  let planId: string;
  let location: string;

  beforeAll(async () => {
    fixture = await ExportFixture.open({ isWorker: false });
    owner = await fixture.caller();
    planId = await fixture.plan(owner);
    location = await fixture.request(owner, planId);
  });
  afterAll(() => fixture.close());

  it('shows a waiting export to the user who requested it', async () => {
    const { status, body } = await owner.get(location);
    expect([status, body]).toEqual([
      200,
      { id: idIn(location), status: 'QUEUED', requestedAt: expect.any(String) },
    ]);
  });

  it('answers 401, 403 to others of the company and 404 to another company', async () => {
    expect((await fixture.app.anonymous().get(location)).status).toBe(401);
    expect((await (await fixture.caller('EMPLOYEE')).get(location)).status).toBe(403);
    expect((await (await fixture.caller('ADMIN')).get(location)).status).toBe(403);
    expect((await (await fixture.app.user('ADMIN')).get(location)).status).toBe(404);
  });

  it('answers 404 for an unknown export, another plan, and once the plan is deleted', async () => {
    const other = await fixture.plan(owner);
    expect((await owner.get(`${PLANS}/${planId}/exports/${UNKNOWN}`)).status).toBe(404);
    expect((await owner.get(`${PLANS}/${planId}/exports/nonsense`)).status).toBe(404);
    expect((await owner.get(`${PLANS}/${other}/exports/${idIn(location)}`)).status).toBe(404);
    const doomed = await fixture.request(owner, other);
    expect((await owner.delete(`${PLANS}/${other}`)).status).toBe(204);
    expect((await owner.get(doomed)).status).toBe(404);
    expect((await fixture.run(doomed)).result).toBe('done');
    expect(fixture.mail.deliveries).toEqual([]);
  });

  it('joins requests of the same caller for the same plan while the first one is queued', async () => {
    const again = await Promise.all(Array.from({ length: 10 }, () => fixture.request(owner, planId)));
    expect(new Set([location, ...again]).size).toBe(1);
    const others = [
      await fixture.request(await fixture.caller(), planId),
      await fixture.request(owner, await fixture.plan(owner)),
    ];
    expect(new Set([location, ...others]).size).toBe(3);
    expect((await fixture.run(location)).result).toBe('done');
    expect(await fixture.request(owner, planId)).not.toBe(location);
  });
});
