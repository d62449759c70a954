import type { UserActor } from '../../shared-kernel/actor.js';
import type { PlanOperation } from './enumerations.js';
import { ActionTypeForbidden, PlanForbidden } from './action-plan.errors.js';
import { checkActionType, checkRight, PLAN_POLICY, type InnerFacts, type PlanFacts } from './plan-policy.js';

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
    ['PUBLIC', 'creator', 'copy', everybody],
    ['PUBLIC', 'creator', 'update', ['creator', 'admin']],
    ['PUBLIC', 'creator', 'delete', ['creator', 'admin']],
    ['PRIVATE', 'creator', 'read', ['creator']],
    ['PRIVATE', 'creator', 'export', ['creator']],
    ['PRIVATE', 'creator', 'copy', ['creator']],
    ['PRIVATE', 'creator', 'update', ['creator']],
    ['PRIVATE', 'creator', 'delete', ['creator', 'admin']],
    ['PUBLIC', null, 'read', everybody],
    ['PUBLIC', null, 'export', everybody],
    ['PUBLIC', null, 'update', everybody],
    ['PUBLIC', null, 'delete', everybody],
    ['PRIVATE', null, 'read', everybody],
    ['PRIVATE', null, 'export', everybody],
    ['PRIVATE', null, 'copy', everybody],
    ['PRIVATE', null, 'update', everybody],
    ['PRIVATE', null, 'delete', everybody],
  ])('lets of a %s plan by %s: %s by %j alone', (visibility, createdBy, operation, allowed) => {
    const may = PLAN_POLICY[operation];
    const found = Object.entries(ACTORS).filter(([, who]) => may(plan(visibility, createdBy), who, {}));
    expect(found.map(([name]) => name)).toEqual(allowed);
  });

  const OF_MANAGER: InnerFacts = { action: { createdBy: 'manager' } };
  const SHARED: InnerFacts = { note: { authorId: 'advisor', visibility: 'SHARED' } };
  const HIDDEN: InnerFacts = { note: { authorId: 'advisor', visibility: 'PRIVATE' } };
  const OWN: InnerFacts = { action: {}, isOwnAssignment: true };

  it.each<[PlanOperation, InnerFacts, ofPublic: string[], ofPrivate: string[], ofOrphan: string[]]>([
    ['create-action', {}, ['creator', 'admin'], ['creator'], everybody],
    ['change-action', {}, ['creator', 'admin'], ['creator'], everybody],
    ['change-action', { action: {} }, ['creator', 'admin'], ['creator'], everybody],
    ['change-action', OF_MANAGER, ['creator', 'admin', 'manager'], ['creator'], everybody],
    ['set-assignee', { action: {} }, ['creator', 'admin'], ['creator'], everybody],
    ['set-assignee', OF_MANAGER, ['creator', 'admin', 'manager'], ['creator'], everybody],
    ['set-assignee', OWN, everybody, ['creator'], everybody],
    ['create-note', {}, everybody, ['creator'], everybody],
    ['change-note', SHARED, ['advisor'], [], ['advisor']],
    ['change-note', HIDDEN, ['advisor'], [], ['advisor']],
    ['delete-note', SHARED, ['admin', 'advisor'], [], everybody],
    ['delete-note', HIDDEN, ['advisor'], [], ['advisor']],
  ])(
    'lets %s with %j: of a public plan %j, of a private one %j, without creator %j',
    (operation, inner, ...allowed) => {
      const may = PLAN_POLICY[operation];
      const plans = [plan('PUBLIC', 'creator'), plan('PRIVATE', 'creator'), plan('PRIVATE', null)];
      const found = plans.map((one) =>
        Object.entries(ACTORS).flatMap(([name, who]) => (may(one, who, inner) ? [name] : [])),
      );
      expect(found).toEqual(allowed);
    },
  );

  it('leaves the type COMPANY to admins, but not the actions that have it', () => {
    const refused = expect.objectContaining({ kind: 'forbidden', code: 'ACTION_TYPE_FORBIDDEN' });
    for (const who of [ACTORS.creator, ACTORS.manager, ACTORS.advisor]) {
      expect(() => checkActionType(who, 'COMPANY')).toThrow(ActionTypeForbidden);
      expect(() => checkActionType(who, 'COMPANY', 'MANAGER')).toThrow(refused);
      expect(() => checkActionType(who, 'COMPANY', 'COMPANY')).not.toThrow();
      expect(() => checkActionType(who, 'MANAGER', 'COMPANY')).not.toThrow();
      expect(() => checkActionType(who)).not.toThrow();
    }
    expect(() => checkActionType(ACTORS.admin, 'COMPANY')).not.toThrow();
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
