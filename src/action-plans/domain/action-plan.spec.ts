import { ActionPlan } from './action-plan.js';
import { InvalidPlan } from './action-plan.errors.js';

const create = () => ActionPlan.create('company', 'creator', { title: { defaultValue: 'Title' } });

describe('ActionPlan', () => {
  it('is private and without a description unless it says otherwise', () => {
    expect(create()).toMatchObject({
      companyId: 'company',
      createdBy: 'creator',
      visibility: 'PRIVATE',
      description: null,
    });
  });

  it('changes what is given and moves its time', () => {
    const plan = create();
    const { updatedAt } = plan;
    plan.change({ visibility: 'PUBLIC' });
    expect(plan).toMatchObject({ title: { defaultValue: 'Title' }, visibility: 'PUBLIC' });
    expect(plan.updatedAt).not.toBe(updatedAt);
  });

  it('stays as it is when nothing is given', () => {
    const plan = create();
    const { title, description, visibility, updatedAt } = plan;
    plan.change({});
    expect(plan).toMatchObject({ title, description, visibility });
    expect(plan.updatedAt).toBe(updatedAt);
  });

  it('does not share its texts with whoever gave them', () => {
    const langValues = { es: 'Hola' };
    const plan = ActionPlan.create('company', 'creator', { title: { defaultValue: 'Hello', langValues } });
    langValues.es = 'changed';
    expect(plan.title.langValues).toEqual({ es: 'Hola' });
  });

  it('cannot be made or changed against its rules, whoever does it', () => {
    const wrong = {
      title: { defaultValue: '' },
      description: { defaultValue: 'x\0' },
      visibility: 'X' as never,
    };
    for (const act of [() => ActionPlan.create('company', 'creator', wrong), () => create().change(wrong)]) {
      try {
        act();
        throw new Error('It was taken.');
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidPlan);
        expect((error as InvalidPlan).issues.map(({ path }) => path)).toEqual([
          'title.defaultValue',
          'description.defaultValue',
          'visibility',
        ]);
      }
    }
  });
});
