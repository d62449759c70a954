import { Registry } from 'prom-client';
import { AuditTrail } from '../../../src/shared-kernel/audit-trail.js';
import { newId } from '../../../src/shared-kernel/id.js';
import { UnitOfWork } from '../../../src/shared-kernel/unit-of-work.js';
import type { Answer } from '../../support/api-client.js';
import { EMPLOYEES, employeeBody, INVITE } from '../../support/builders/employee.js';
import { planBody, PLANS } from '../../support/builders/plan.js';
import { GROUPS } from '../../support/builders/segmentation.js';
import { PlanFixture, type Caller } from '../../support/plan-fixture.js';

const QUOTA = 32 * 1_024;
const SMALL = { title: { defaultValue: 'Calmer shifts' } };

describe('the limit of stored bytes', () => {
  let fixture: PlanFixture;
  let manager: Caller;

  beforeAll(async () => {
    fixture = await PlanFixture.start({ WRITE_LIMIT: '32KiB/1h' });
  });
  afterAll(() => fixture.stop());
  beforeEach(async () => {
    manager = await fixture.app.user('MANAGER');
  });

  const large = (text: string, length: number) => ({
    ...SMALL,
    description: { defaultValue: text.repeat(length) },
  });
  const leftOf = ({ headers }: Answer) =>
    Number(/^"writes";r=(\d+);t=\d+$/.exec(headers.get('ratelimit')!)?.[1]);
  /** The rest of a company's limit, as a refused write reports it. */
  const left = async (caller = manager) => {
    const answer = await caller.post(PLANS, {});
    expect(answer.status).toBe(400);
    return leftOf(answer);
  };

  it('is reported by writes in bytes, of which each takes 1 KiB at least', async () => {
    const { status, headers } = await manager.post(PLANS, SMALL);
    expect(status).toBe(200);
    expect(headers.get('ratelimit-policy')).toBe(`"writes";q=${QUOTA};w=3600;qu="content-bytes"`);
    expect(headers.get('ratelimit')).toBe(`"writes";r=${QUOTA};t=3600`);
    expect(await left()).toBe(QUOTA - 1_024);
  });

  it('counts documents and their audit records in bytes of UTF-8', async () => {
    await manager.post(PLANS, large('€', 3_000));
    expect(QUOTA - (await left())).toBeGreaterThan(2 * 9_000);
  });

  it('counts all that a copy stores', async () => {
    const admin = await fixture.app.user('ADMIN');
    const { body: plan } = await admin.post(PLANS, SMALL);
    await admin.post(`${PLANS}/${plan.id}/actions`, large('x', 9_000));
    const before = await left(admin);
    expect((await admin.post(`${PLANS}/${plan.id}/copy`)).status).toBe(200);
    expect(before - (await left(admin))).toBeGreaterThan(9_000);
  });

  it('counts the writes of all callers of a company, and those of no other company', async () => {
    const { creator, stranger, companyId } = fixture;
    const hr = await fixture.app.integration(undefined, companyId);
    await creator.post(PLANS, SMALL);
    expect((await hr.post(INVITE, employeeBody())).status).toBe(200);
    expect(QUOTA - (await left(creator))).toBeGreaterThanOrEqual(2 * 1_024);
    expect(await left(stranger)).toBe(QUOTA);
  });

  it('lets one request exceed it, and refuses further writes before their body is read', async () => {
    const admin = await fixture.app.user('ADMIN');
    const { body: plan, status } = await admin.post(PLANS, large('x', 20_000));
    expect(status).toBe(200);
    const refused = await admin.post(PLANS, undefined, { raw: '{' });
    expect(refused.status).toBe(429);
    const seconds = refused.headers.get('retry-after')!;
    expect(Number(seconds)).toBeGreaterThan(3_500);
    expect(refused.headers.get('ratelimit')).toBe(`"writes";r=0;t=${seconds}`);
    expect(refused.body).toMatchObject({
      errorCode: 'TOO_MANY_REQUESTS',
      detail: `The requests of this company have stored as much as they may for now; try again in ${seconds} s.`,
    });
    expect((await admin.delete(`${PLANS}/${plan.id}`)).status).toBe(429);
    const read = await admin.get(`${PLANS}/${plan.id}`);
    expect([read.status, read.headers.has('ratelimit')]).toEqual([200, false]);
    expect((await manager.post(PLANS, SMALL)).status).toBe(200);
    const metrics = await fixture.app.app.get(Registry, { strict: false }).metrics();
    expect(metrics).toContain('\nwes_write_limit_used_ratio_max 1\n');
    expect(metrics).toContain('\nwes_rate_limited_requests_total{policy="writes"} 2\n');
  });

  it('does not count reads, refusals and repeats', async () => {
    const { body: plan } = await manager.post(PLANS, planBody({ description: undefined }));
    const path = `${PLANS}/${plan.id}`;
    const once = { headers: { 'Idempotency-Key': 'once' } };
    expect((await manager.post(PLANS, SMALL, once)).status).toBe(200);
    const before = await left();
    expect(QUOTA - before).toBe(2 * 1_024);

    const repeat = await manager.post(PLANS, SMALL, once);
    expect(repeat.headers.get('idempotency-replayed')).toBe('true');
    const outdated = { headers: { 'If-Match': '"x"' } };
    expect((await manager.patch(path, SMALL, outdated)).status).toBe(412);
    expect((await manager.patch(path, { title: 1 })).status).toBe(400);
    expect((await manager.delete(`${PLANS}/${newId()}`)).status).toBe(404);
    expect((await manager.post(EMPLOYEES)).status).toBeGreaterThanOrEqual(400);
    expect((await manager.get(path)).status).toBe(200);
    expect(await left()).toBe(before);
  });

  it('does not count what is rolled back, nor what operators do', async () => {
    const { app } = fixture.app;
    const [unitOfWork, trail] = [
      app.get(UnitOfWork, { strict: false }),
      app.get(AuditTrail, { strict: false }),
    ];
    const { companyId, creator } = fixture;
    const before = await left(creator);
    const change = { operation: 'plan.create', objectId: newId(), after: SMALL } as const;
    const actor = {
      kind: 'user',
      companyId,
      userId: creator.userId,
      role: 'MANAGER',
      language: 'en',
    } as const;
    const rolledBack = unitOfWork.run(async (transaction) => {
      await trail.record(actor, change, transaction);
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    await unitOfWork.run((transaction) => trail.record({ kind: 'operator', companyId }, change, transaction));
    await fixture.plan();
    expect(await left(creator)).toBe(before);
    await unitOfWork.run((transaction) => trail.record(actor, change, transaction));
    expect(await left(creator)).toBe(before - 1_024);
  });

  it('is not reported by reads of integrations', async () => {
    const hr = await fixture.app.integration();
    expect((await hr.get(GROUPS)).headers.has('ratelimit-policy')).toBe(false);
  });
});
