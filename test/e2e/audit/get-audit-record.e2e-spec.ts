import { newId } from '../../../src/shared-kernel/id.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { noteRecord, PLANS, type Body } from '../../support/builders/plan.js';
import { PlanFixture, UNKNOWN_IDS } from '../../support/plan-fixture.js';

const AUDIT = '/api/v1/company/audit';

describe(`GET ${AUDIT}/{recordId}`, () => {
  let fixture: PlanFixture;
  beforeAll(async () => {
    fixture = await PlanFixture.start();
  });
  afterAll(() => fixture.stop());

  const listed = async (objectId: string, caller: ApiClient = fixture.admin): Promise<Body> => {
    const { body } = await caller.get(`${AUDIT}?objectId=${objectId}&to=1`);
    return body.result[0] as Body;
  };
  const get = (record: Body, caller: ApiClient = fixture.admin): Promise<Answer> =>
    caller.get(`${AUDIT}/${String(record['id'])}`);
  const changed = async (planId: string, content: Body): Promise<Body> => {
    expect((await fixture.admin.patch(`${PLANS}/${planId}`, content)).status).toBe(200);
    return listed(planId);
  };

  it('answers 401 without a credential, 403 to other roles than ADMIN, and 404 for unknown records', async () => {
    const record = await changed(await fixture.plan(), { title: { defaultValue: 'Changed' } });
    expect((await get(record, fixture.app.anonymous())).status).toBe(401);
    for (const role of ['MANAGER', 'RESPONSIBLE', 'ADVISOR', 'EMPLOYEE', 'PUBLIC'] as const) {
      const caller = await fixture.app.user(role, fixture.companyId);
      expect((await get(record, caller)).status).toBe(403);
      expect((await get({ id: newId() }, caller)).status).toBe(403);
    }
    for (const answer of [
      await get(record, fixture.stranger),
      ...(await Promise.all(UNKNOWN_IDS.map((id) => get({ id })))),
    ])
      expect([answer.status, answer.body.errorCode]).toEqual([404, 'AUDIT_RECORD_NOT_FOUND']);
  });

  it('answers what the list shows where nothing is large', async () => {
    const record = await changed(await fixture.plan(), { title: { defaultValue: 'Changed' } });
    expect(record).toMatchObject({ after: { title: { defaultValue: 'Changed' } } });
    expect((await get(record)).body).toEqual(record);
    const { status, text } = await fixture.admin.request('HEAD', `${AUDIT}/${String(record['id'])}`);
    expect([status, text]).toEqual([200, '']);
  });

  it('has the whole of a text that the list cuts', async () => {
    const planId = await fixture.plan({ description: { defaultValue: 'é'.repeat(2_000) } });
    const after = { description: { defaultValue: 'é'.repeat(2_001) } };
    const record = await changed(planId, after);
    expect(record['before']).toEqual({ description: { defaultValue: 'é'.repeat(2_000) } });
    expect(record['after']).toEqual({ description: { defaultValue: `${'é'.repeat(1_999)}…` } });
    const { body } = await get(record);
    expect(body).toEqual({ ...record, after });
  });

  it('has the properties that the list only names', async () => {
    const planId = await fixture.plan();
    const langValues = Object.fromEntries(['de', 'es', 'fr'].map((tag) => [tag, '漢'.repeat(4_000)]));
    const after = {
      title: { defaultValue: 'Large' },
      description: { defaultValue: '漢'.repeat(4_000), langValues },
    };
    await changed(planId, after);
    const description = { defaultValue: '語'.repeat(4_000), langValues: { ...langValues, de: '' } };
    const { before: _, after: __, ...record } = await changed(planId, { description });
    expect(record).toMatchObject({ truncated: true, changedProperties: ['description'] });
    expect([_, __]).toEqual([undefined, undefined]);
    const { truncated, changedProperties, ...rest } = record;
    const { body } = await get(record);
    expect(body).toEqual({ ...rest, before: { description: after.description }, after: { description } });
  });

  describe('of a private plan', () => {
    const large = { title: { defaultValue: 'Secret' }, description: { defaultValue: '漢'.repeat(12_000) } };
    const properties = async (record: Body, caller: ApiClient): Promise<string[]> => {
      const both = [record, (await get(record, caller)).body as Body];
      return [...new Set(both.flatMap((each) => Object.keys(each)))]
        .filter((name) => ['before', 'after', 'truncated', 'changedProperties'].includes(name))
        .sort();
    };

    it('shows its admin alone what changed, in the list and by id', async () => {
      const { body: plan } = await fixture.admin.post(PLANS, { title: { defaultValue: 'Mine' } });
      const texts = ['de', 'es', 'fr', 'it', 'pt', 'nl'].map((tag) => [tag, '漢'.repeat(2_001)]);
      const description = { defaultValue: 'x', langValues: Object.fromEntries(texts) as object };
      const record = await changed(plan.id, { ...large, description });
      expect(record).toMatchObject({ truncated: true });
      expect(await properties(record, fixture.admin)).toEqual([
        ...['after', 'before', 'changedProperties', 'truncated'],
      ]);
      const other = await fixture.app.user('ADMIN', fixture.companyId);
      expect(await properties(await listed(plan.id, other), other)).toEqual([]);
      expect((await fixture.admin.patch(`${PLANS}/${plan.id}`, { visibility: 'PUBLIC' })).status).toBe(200);
      expect((await get(record, other)).body).not.toHaveProperty('after');
    });

    it('hides what was recorded while it was public', async () => {
      const body = { title: { defaultValue: 'Public' }, visibility: 'PUBLIC' };
      const { body: plan } = await fixture.creator.post(PLANS, body);
      const record = await listed(plan.id);
      expect((await get(record)).body).toHaveProperty('after');
      await fixture.creator.patch(`${PLANS}/${plan.id}`, { visibility: 'PRIVATE' });
      expect((await get(record)).body).not.toHaveProperty('after');
    });
  });

  it('shows a private note to its author only', async () => {
    const { path } = await fixture.action();
    const { content } = noteRecord({ content: 'Mine alone' });
    const author = await fixture.app.user('ADMIN', fixture.companyId);
    const { body: note } = await author.post(`${path}/notes`, { content, visibility: 'PRIVATE' });
    const record = await listed(note.id);
    expect((await get(record)).body).not.toHaveProperty('after');
    expect((await get(record, author)).body).toMatchObject({ after: { content } });
  });
});
