import { planBody, PLANS } from '../../../test/support/builders/plan.js';
import { TestApp } from '../../../test/support/test-app.js';
import { newId } from '../../shared-kernel/id.js';
import { InvalidRecipient, PlanNotFound } from '../domain/action-plan.errors.js';
import { ActionPlansService } from './action-plans.service.js';
import { OperatorPlansQueries } from './operator-plans.queries.js';

describe('plans for operators', () => {
  let app: TestApp;
  let companyId: string;
  let creator: Awaited<ReturnType<TestApp['user']>>;
  let other: Awaited<ReturnType<TestApp['user']>>;

  beforeAll(async () => {
    app = await TestApp.start();
    companyId = await app.company();
    [creator, other] = [await app.user('MANAGER', companyId), await app.user('ADVISOR', companyId)];
  });
  afterAll(() => app.stop());
  beforeEach(() => app.sql('DELETE FROM action_plan'));

  const create = async (client: typeof creator, title: string): Promise<string> =>
    (await client.post(PLANS, planBody({ title: { defaultValue: title }, visibility: 'PRIVATE' }))).body.id;
  const queries = () => app.app.get(OperatorPlansQueries);
  const service = () => app.app.get(ActionPlansService);

  it('are listed newest first with their creators, whatever their visibility', async () => {
    const first = await create(creator, 'First');
    const second = await create(other, 'Second');
    const orphan = await create(other, 'Orphan');
    await app.sql(`UPDATE action_plan SET created_by = NULL, created_at = '2020-01-01' WHERE id = $1`, [
      orphan,
    ]);
    await app.sql(`UPDATE action_plan SET created_at = '2021-01-01' WHERE id = $1`, [first]);
    await app.sql('UPDATE user_account SET name = $2 WHERE id = $1', [creator.userId, 'Ann']);
    const stranger = await app.user('MANAGER');
    await create(stranger, 'Of another company');

    expect(await queries().list(companyId, 10)).toMatchObject([
      { id: second, title: 'Second', visibility: 'PRIVATE', createdBy: other.userId },
      {
        id: first,
        title: 'First',
        createdBy: creator.userId,
        creatorName: 'Ann',
        createdAt: new Date('2021-01-01'),
      },
      { id: orphan, createdBy: null, creatorName: null },
    ]);
    expect(await queries().list(companyId, 10, creator.userId)).toMatchObject([{ id: first }]);
    expect(await queries().list(companyId, 1)).toMatchObject([{ id: second }]);
  });

  it('have no name of a creator who is gone', async () => {
    const id = await create(creator, 'A');
    await app.sql('UPDATE action_plan SET created_by = $2 WHERE id = $1', [id, newId()]);
    expect(await queries().list(companyId, 1)).toMatchObject([{ id, creatorName: null }]);
  });

  it('are found by their id alone', async () => {
    expect(await queries().companyOf(await create(creator, 'A'))).toBe(companyId);
    await expect(queries().companyOf(newId())).rejects.toThrow(PlanNotFound);
  });

  it('are transferred to another manager of the company, who reads them then', async () => {
    const id = await create(creator, 'A');
    expect((await other.get(`${PLANS}/${id}`)).status).toBe(403);
    await service().transfer(companyId, id, other.userId);
    expect((await other.get(`${PLANS}/${id}`)).status).toBe(200);
    expect((await creator.get(`${PLANS}/${id}`)).status).toBe(403);

    const stranger = await app.user('MANAGER');
    for (const userId of [stranger.userId, newId()]) {
      await expect(service().transfer(companyId, id, userId)).rejects.toThrow(InvalidRecipient);
    }
    await expect(service().transfer(companyId, newId(), creator.userId)).rejects.toThrow(PlanNotFound);
    expect((await other.get(`${PLANS}/${id}`)).body.createdBy).toBe(other.userId);
  });
});
