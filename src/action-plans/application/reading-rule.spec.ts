import { TestApp } from '../../../test/support/test-app.js';
import { COMPANY_MANAGERS, type UserActor } from '../../shared-kernel/actor.js';
import { newId } from '../../shared-kernel/id.js';
import { VISIBILITIES } from '../domain/enumerations.js';
import { mayReadPlan, type PlanFacts } from '../domain/plan-policy.js';
import { ActionPlanImporter } from '../interface/action-plan.importer.js';
import { MAY_READ_PLAN } from './plan-statements.queries.js';

/** The rule is written twice: lists and the audit trail filter by SQL, everything else asks the policy. */
describe('the rule of who reads a plan', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  it('is the same in SQL and in the policy', async () => {
    const companies = [await app.company(), await app.company()];
    const users = [newId(), newId()];
    const plans: (PlanFacts & { readonly id: string })[] = companies.flatMap((companyId) =>
      VISIBILITIES.flatMap((visibility) =>
        [undefined, ...users].map((createdBy) => ({ id: newId(), companyId, visibility, createdBy })),
      ),
    );
    for (const companyId of companies) {
      const records = plans.filter((plan) => plan.companyId === companyId);
      const titled = records.map((plan) => ({ ...plan, title: { defaultValue: 'Plan' } }));
      await app.app.get(ActionPlanImporter).import(companyId, titled);
    }
    const actors: UserActor[] = companies.flatMap((companyId) =>
      users.flatMap((userId) =>
        COMPANY_MANAGERS.map((role) => ({ kind: 'user', userId, companyId, role, language: 'en' }) as const),
      ),
    );

    for (const actor of actors) {
      const rows = await app.sql<{ id: string }>(
        `SELECT p.id FROM action_plan p WHERE p.company_id = $1 AND ${MAY_READ_PLAN}`,
        [actor.companyId, actor.userId],
      );
      const byPolicy = plans.filter((plan) => mayReadPlan(plan, actor)).map(({ id }) => id);
      expect([actor, rows.map(({ id }) => id).sort()]).toEqual([actor, byPolicy.sort()]);
      // Of the six of the company: three public ones, the private one without a creator, and the own one.
      expect(byPolicy).toHaveLength(5);
    }
  });
});
