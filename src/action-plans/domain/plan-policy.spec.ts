import type { UserActor } from '../../shared-kernel/actor.js';
import type { PlanOperation } from './enumerations.js';
import { PlanForbidden } from './action-plan.errors.js';
import { checkRight, PLAN_POLICY, type PlanFacts } from './plan-policy.js';

const actor = (userId: string, role: UserActor['role'], companyId = 'ours'): UserActor => ({
  kind: 'user',
  userId,
  companyId,
  role,
  language: 'en',
});
const ACTORS = {
  creator: actor('creator', 'MANAGER'),
  admin: actor('admin', 'ADMIN'),
  manager: actor('manager', 'MANAGER'),
  advisor: actor('advisor', 'ADVISOR'),
  stranger: actor('creator', 'ADMIN', 'theirs'),
};
const plan = (visibility: PlanFacts['visibility'], createdBy: string | null): PlanFacts => ({
  companyId: 'ours',
  createdBy,
  visibility,
});
const everybody = ['creator', 'admin', 'manager', 'advisor'];

describe('the policy of plans', () => {
  it.each<[PlanFacts['visibility'], string | null, PlanOperation, string[]]>([
    ['PUBLIC', 'creator', 'read', everybody],
    ['PUBLIC', 'creator', 'export', everybody],
    ['PUBLIC', 'creator', 'update', ['creator', 'admin']],
    ['PUBLIC', 'creator', 'delete', ['creator', 'admin']],
    ['PRIVATE', 'creator', 'read', ['creator']],
    ['PRIVATE', 'creator', 'export', ['creator']],
    ['PRIVATE', 'creator', 'update', ['creator']],
    ['PRIVATE', 'creator', 'delete', ['creator', 'admin']],
    ['PUBLIC', null, 'read', everybody],
    ['PUBLIC', null, 'export', everybody],
    ['PUBLIC', null, 'update', everybody],
    ['PUBLIC', null, 'delete', everybody],
    ['PRIVATE', null, 'read', everybody],
    ['PRIVATE', null, 'export', everybody],
    ['PRIVATE', null, 'update', everybody],
    ['PRIVATE', null, 'delete', everybody],
  ])('lets of a %s plan by %s: %s by %j alone', (visibility, createdBy, operation, allowed) => {
    const may = PLAN_POLICY[operation];
    const found = Object.entries(ACTORS).filter(([, who]) => may(plan(visibility, createdBy), who, {}));
    expect(found.map(([name]) => name)).toEqual(allowed);
  });

  it('counts a plan whose creator is left out as one without a creator', () => {
    expect(PLAN_POLICY.update({ companyId: 'ours', visibility: 'PRIVATE' }, ACTORS.manager)).toBe(true);
  });

  it('is enforced', () => {
    const act = (who: UserActor) => () => checkRight('update', plan('PUBLIC', 'creator'), who);
    expect(act(ACTORS.creator)).not.toThrow();
    expect(act(ACTORS.manager)).toThrow(PlanForbidden);
    expect(act(ACTORS.manager)).toThrow(
      expect.objectContaining({ kind: 'forbidden', code: 'PLAN_FORBIDDEN' }),
    );
  });
});
