import { DataSource } from 'typeorm';
import { ActionPlan } from '../../src/action-plans/domain/action-plan.js';
import { importPlan } from '../../src/action-plans/domain/imported-plan.js';
import { ActionPlansQueries } from '../../src/action-plans/application/action-plans.queries.js';
import { ActionPlansService } from '../../src/action-plans/index.js';
import { actionRecord, minimalAction, noteRecord, planRecord } from '../support/builders/plan.js';
import { TestApp } from '../support/test-app.js';

/** What is saved of plans must come back, as an instance of the class. */
describe('a round trip of a plan through the database', () => {
  let app: TestApp;
  let companyId: string;

  beforeAll(async () => {
    app = await TestApp.start();
    companyId = await app.company();
  });
  afterAll(() => app.stop());

  it.each([
    ['everything', { description: { defaultValue: 'x\n', langValues: { de: 'ä' } }, createdBy: 'somebody' }],
    ['nothing', { visibility: 'PRIVATE' }],
  ])('keeps one with %s', async (_, overrides) => {
    const record = planRecord(overrides);
    const repository = app.app.get(DataSource).getRepository(ActionPlan);
    await repository.insert(importPlan(companyId, record).plan);
    const loaded = await repository.findOneByOrFail({ id: record.id });
    expect(loaded).toBeInstanceOf(ActionPlan);
    expect(loaded).toEqual(importPlan(companyId, record).plan);
  });

  it('keeps actions and notes, as a workbook shows them', async () => {
    const notes = [noteRecord({ authorId: 'reader', visibility: 'PRIVATE' }), noteRecord()];
    const record = planRecord({
      createdBy: 'somebody',
      description: { defaultValue: 'd' },
      actions: [actionRecord({ notes }), minimalAction()],
    });
    await app.app.get(ActionPlansService).import(companyId, [record]);
    const { plan, actions } = importPlan(companyId, record);
    const queries = app.app.get(ActionPlansQueries);
    const shown = (await queries.workbookPlan(plan.id, 'reader'))!;
    expect(shown).toMatchObject({
      id: plan.id,
      companyId,
      createdBy: 'somebody',
      completionPercent: 0,
      names: {},
    });
    expect([shown.title, shown.description, shown.createdAt]).toEqual([
      plan.title,
      plan.description,
      plan.createdAt,
    ]);
    for (const action of actions) {
      const own = shown.actions.find(({ id }) => id === action.id)!;
      const stated = Object.entries(action).filter(
        ([name, value]) => name !== 'notes' && value !== undefined,
      );
      expect(own).toMatchObject(Object.fromEntries(stated));
      expect(own.notes).toHaveLength(action.notes.length);
      expect(own.notes).toEqual(expect.arrayContaining([...action.notes]));
    }
    const others = await queries.workbookPlan(plan.id, 'other');
    expect(others!.actions.flatMap((action) => action.notes.map(({ id }) => id))).toEqual([notes[1]!.id]);
  });

  it('names the people of the company', async () => {
    const { userId } = await app.user('MANAGER', companyId);
    const stranger = await app.user('MANAGER');
    const assigneeStatuses = [userId, stranger.userId, 'gone'].map((assigneeId) => ({
      assigneeId,
      status: 'PENDING',
    }));
    const record = planRecord({ actions: [minimalAction({ assigneeStatuses })] });
    await app.app.get(ActionPlansService).import(companyId, [record]);
    const shown = await app.app.get(ActionPlansQueries).workbookPlan(record.id, userId);
    expect(Object.keys(shown!.names)).toEqual([userId]);
  });
});
