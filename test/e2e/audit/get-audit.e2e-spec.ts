import { newId } from '../../../src/shared-kernel/id.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { actionPath, noteRecord, PLANS, type Body } from '../../support/builders/plan.js';
import { TEMPLATES, templateBody } from '../../support/builders/template.js';
import { PlanFixture, type Caller } from '../../support/plan-fixture.js';
import { WINDOWS_OF_TWELVE } from '../../support/windows.js';
import { issuesOf } from '../../support/workforce-fixture.js';

const AUDIT = '/api/v1/company/audit';

const FILL = `
  INSERT INTO audit_record (company_id, id, at, operation, object_type, object_id, actor_kind, actor_id)
  SELECT $1, lpad(n::text, 24, '0'), '2126-03-01T00:00:00Z'::timestamptz + n * interval '1 hour', 'plan.update', 'plan',
    lpad('1', 24, 'a'), 'user', lpad('1', 24, 'b')
  FROM generate_series(0, 11) n`;

describe(`GET ${AUDIT}`, () => {
  let fixture: PlanFixture;
  beforeAll(async () => {
    fixture = await PlanFixture.start();
  });
  afterAll(() => fixture.stop());

  const page = async (query = '', caller: ApiClient = fixture.admin): Promise<Body & { result: Body[] }> => {
    const { status, body } = await caller.get(`${AUDIT}${query}`);
    if (status !== 200) throw new Error(`The list was refused: ${JSON.stringify(body)}`);
    return body;
  };
  const recordsOf = async (objectId: unknown, caller: ApiClient = fixture.admin): Promise<Body[]> =>
    (await page(`?objectId=${String(objectId)}&to=100`, caller)).result;
  const contents = (records: readonly Body[]) =>
    records.map(({ operation, before, after }) => [operation, before !== undefined, after !== undefined]);
  const done = ({ status, text }: Answer): void => {
    if (status >= 300) throw new Error(`Refused: ${text}`);
  };

  it('answers 401 without a credential and 403 to other roles than ADMIN', async () => {
    expect((await fixture.app.anonymous().get(AUDIT)).status).toBe(401);
    expect((await fixture.workforce.hr.get(AUDIT)).status).toBe(401);
    for (const role of ['MANAGER', 'RESPONSIBLE', 'ADVISOR', 'EMPLOYEE', 'PUBLIC'] as const) {
      const caller = await fixture.app.user(role, fixture.companyId);
      expect((await caller.get(`${AUDIT}?from=x`)).status).toBe(403);
    }
  });

  it.each([
    ['from=-1', 'from', 'OUT_OF_RANGE'],
    ['from=5&to=4', 'to', 'OUT_OF_RANGE'],
    ['to=101', 'to', 'PAGE_TOO_LARGE'],
    ['from=50&to=151', 'to', 'PAGE_TOO_LARGE'],
    ['since=yesterday', 'since', 'DATE_TIME'],
    ['since=2126-03-02&until=2126-03-01', 'since', 'DATES_DISAGREE'],
    ['since=2126-03-01T12:00:00Z&until=2126-03-01T11:59:59.999Z', 'since', 'DATES_DISAGREE'],
    ['operation=%00', 'operation', 'NUL_CHARACTER'],
  ])('refuses ?%s', async (query, path, code) => {
    const answer = await fixture.admin.get(`${AUDIT}?${query}`);
    expect(answer.status).toBe(400);
    expect(issuesOf(answer)).toEqual([[path, code]]);
  });

  it('names the largest page, also where MAX_PAGE_SIZE is larger', async () => {
    const { body } = await fixture.admin.get(`${AUDIT}?from=1&to=102`);
    expect(body.errors[0].message).toBe('must be at most 100 more than from: no page is larger');
    expect((await fixture.admin.get(`${AUDIT}?from=1&to=101`)).status).toBe(200);
  });

  it('shows the object before and after the change, also of a template', async () => {
    const { body: created } = await fixture.admin.post(TEMPLATES, templateBody());
    done(await fixture.admin.put(`${TEMPLATES}/${created.id}`, { ...created, key: 'replaced' }));
    done(await fixture.admin.delete(`${TEMPLATES}/${created.id}`));
    const [deleted, replaced, first, ...more] = await recordsOf(created.id);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ operation: 'template.create', after: { key: created.key } });
    expect([replaced!['before'], replaced!['after']]).toEqual([{ key: created.key }, { key: 'replaced' }]);
    expect(deleted).toMatchObject({ operation: 'template.delete', before: { key: 'replaced' } });
    expect([first!['before'], deleted!['after']]).toEqual([undefined, undefined]);
  });

  it("never shows another company's records", async () => {
    const planId = await fixture.plan();
    done(await fixture.creator.patch(`${PLANS}/${planId}`, { title: { defaultValue: 'Canary' } }));
    expect(await recordsOf(planId)).toHaveLength(1);
    expect(await recordsOf(planId, fixture.stranger)).toEqual([]);
    const { result } = await page('?to=100', fixture.stranger);
    expect(new Set(result.map(({ companyId }) => companyId)).size).toBe(1);
    expect(JSON.stringify(result)).not.toContain(fixture.companyId);
  });

  describe('of a company with twelve records', () => {
    let admin: Caller;
    beforeAll(async () => {
      const companyId = await fixture.app.company();
      admin = await fixture.app.user('ADMIN', companyId);
      await fixture.app.sql('DELETE FROM audit_record WHERE company_id = $1', [companyId]);
      await fixture.app.sql(FILL, [companyId]);
    });

    it.each(WINDOWS_OF_TWELVE)('%s is from %i to %i with %i records', async (query, from, to, length) => {
      const body = await page(query, admin);
      const newest = Array.from({ length: 12 }, (_, index) => String(11 - index).padStart(24, '0'));
      expect({ ...body, result: body.result.map(({ id }) => id) }).toEqual({
        ...{ from, to, total: 12 },
        result: newest.slice(from, from + length),
      });
    });

    it.each([
      [`actorId=${'b'.repeat(23)}1`, 12],
      ['actorId=unknown', 0],
      ['objectType=plan', 12],
      ['objectType=note', 0],
      [`objectId=${'a'.repeat(23)}1`, 12],
      ['operation=plan.update', 12],
      ['operation=plan', 0],
      ['since=2126-03-01', 12],
      ['since=2126-03-02', 0],
      ['since=2126-03-01T11:00:00Z', 1],
      ['until=2126-03-01', 12],
      ['until=01032126&since=01032126', 12],
      ['until=2126-02-28', 0],
      ['until=2126-03-01T01:00:00%2B01:00', 1],
      ['since=2126-03-01T02:00:00Z&until=2126-03-01T02:00:00Z', 1],
      [`objectType=plan&operation=plan.update&objectId=${'a'.repeat(23)}1&since=2126-03-01T10:00:00Z`, 2],
    ])('?%s has %i', async (query, total) => {
      const body = await page(`?${query}&to=3`, admin);
      expect([body['total'], body.result.length]).toEqual([total, Math.min(total, 3)]);
    });
  });

  describe('of a private plan', () => {
    const privatePlan = async (): Promise<{ id: string; action: string; note: string; exportId: string }> => {
      const body = { title: { defaultValue: 'Secret plan' } };
      const { id } = (await fixture.creator.post(PLANS, body)).body as { id: string };
      const action = (await fixture.creator.post(actionPath(id), { title: { defaultValue: 'Secret' } })).body
        .id as string;
      const path = `${actionPath(id, action)}/notes`;
      const note = (await fixture.creator.post(path, { content: 'Secret note' })).body.id as string;
      const { headers } = await fixture.creator.post(`${PLANS}/${id}/excel`);
      return { id, action, note, exportId: headers.get('location')!.split('/').at(-1)! };
    };
    const expectHidden = async (plan: Awaited<ReturnType<typeof privatePlan>>): Promise<void> => {
      for (const objectId of Object.values(plan)) {
        const records = await recordsOf(objectId);
        expect(records.length).toBeGreaterThan(0);
        for (const record of records) expect(record).not.toHaveProperty('before');
        for (const record of records) expect(record).not.toHaveProperty('after');
      }
      expect(JSON.stringify(await page('?to=100'))).not.toContain('Secret');
    };

    it('that the admin may not read, shows the records without contents', async () => {
      await expectHidden(await privatePlan());
    });

    it('that an admin deletes, too', async () => {
      const plan = await privatePlan();
      done(await fixture.admin.delete(`${PLANS}/${plan.id}`));
      await expectHidden(plan);
    });

    it('of the admin, shows everything to this admin alone', async () => {
      const { body: plan } = await fixture.admin.post(PLANS, { title: { defaultValue: 'Mine' } });
      const other = await fixture.app.user('ADMIN', fixture.companyId);
      expect(contents(await recordsOf(plan.id))).toEqual([['plan.create', false, true]]);
      expect(contents(await recordsOf(plan.id, other))).toEqual([['plan.create', false, false]]);
      done(await fixture.admin.delete(`${PLANS}/${plan.id}`));
      expect(contents(await recordsOf(plan.id))).toContainEqual(['plan.delete', true, false]);
      expect(contents(await recordsOf(plan.id, other))).toContainEqual(['plan.delete', false, false]);
    });

    it('that was public, hides what was recorded while it was', async () => {
      const body = { title: { defaultValue: 'Public' }, visibility: 'PUBLIC' };
      const { body: plan } = await fixture.creator.post(PLANS, body);
      expect(contents(await recordsOf(plan.id))).toEqual([['plan.create', false, true]]);
      done(await fixture.creator.patch(`${PLANS}/${plan.id}`, { visibility: 'PRIVATE' }));
      expect(contents(await recordsOf(plan.id))).toEqual([
        ['plan.update', false, false],
        ['plan.create', false, false],
      ]);
    });

    it('that is public now, hides what was recorded while it was private', async () => {
      const { body: plan } = await fixture.creator.post(PLANS, { title: { defaultValue: 'Draft' } });
      done(await fixture.creator.patch(`${PLANS}/${plan.id}`, { visibility: 'PUBLIC' }));
      done(await fixture.creator.patch(`${PLANS}/${plan.id}`, { title: { defaultValue: 'Published' } }));
      expect(contents(await recordsOf(plan.id))).toEqual([
        ['plan.update', true, true],
        ['plan.update', false, false],
        ['plan.create', false, false],
      ]);
    });
  });

  describe('of notes', () => {
    const isShown = async (path: string, caller: ApiClient): Promise<boolean> =>
      JSON.stringify(await page('?to=100', caller)).includes(path);

    it('shows private ones to their author only', async () => {
      const { path } = await fixture.action();
      const author = await fixture.app.user('ADMIN', fixture.companyId);
      const { body } = await author.post(`${path}/notes`, { content: 'Mine alone', visibility: 'PRIVATE' });
      const note = `${path}/notes/${body.id}`;
      done(await author.patch(note, { content: 'Mine alone, still' }));
      done(await author.patch(note, { visibility: 'SHARED', content: 'For all' }));
      done(await author.delete(note));
      expect(contents(await recordsOf(body.id, author))).toEqual([
        ['note.delete', true, false],
        ['note.update', true, true],
        ['note.update', true, true],
        ['note.create', false, true],
      ]);
      expect(contents(await recordsOf(body.id))).toEqual([
        ['note.delete', true, false],
        ['note.update', false, false],
        ['note.update', false, false],
        ['note.create', false, false],
      ]);
      expect(await isShown('Mine alone', author)).toBe(true);
      expect(await isShown('Mine alone', fixture.admin)).toBe(false);
    });

    it('shows the shared ones of a deleted action, and none of a deleted plan', async () => {
      const canary = newId();
      const notes = [
        noteRecord({ content: `shared ${canary}`, authorId: fixture.manager.userId }),
        noteRecord({ content: `private ${canary}`, authorId: fixture.manager.userId, visibility: 'PRIVATE' }),
      ];
      const { path } = await fixture.action({ notes }, { visibility: 'PUBLIC' });
      const other = await fixture.action({ notes: notes.map((note) => ({ ...note, id: newId() })) });
      done(await fixture.admin.delete(`${PLANS}/${other.planId}`));
      expect(await isShown(canary, fixture.admin)).toBe(false);
      done(await fixture.admin.delete(path));
      expect(await isShown(`shared ${canary}`, fixture.admin)).toBe(true);
      const stored = await fixture.app.sql(
        `SELECT FROM audit_record r WHERE r::text LIKE '%private ' || $1 || '%'`,
        [canary],
      );
      expect(stored).toEqual([]);
    });
  });
});
