import { DomainError } from '../../shared-kernel/domain-error.js';
import { PersonErased, type ErasedKeys } from '../../shared-kernel/erased-people.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import type { RowOutcome } from '../../shared-kernel/row-outcome.js';
import { LastAdmin, UserEmailConflict, UserEmailNotFound, UserNotFound } from './identity.errors.js';
import { User, type NewUser, type UserState } from './user.js';
import { updateUser, type UserStep, type UserUpdate } from './user-update.js';

/** A row of a request that changes many users. */
export type UserRow =
  | { readonly operation: 'create'; readonly user: Omit<NewUser, 'companyId'> }
  | {
      readonly operation: 'update';
      /** The user, by id or by e-mail address. */
      readonly id?: string | undefined;
      readonly email?: string | undefined;
      readonly user: UserUpdate;
    };

/** A change of a user by a row. */
export type AppliedStep =
  UserStep | { readonly operation: 'user.create'; readonly after: Readonly<UserState> };

/** The facts that the rows of a request need. */
export interface RowFacts {
  readonly companyId: string;
  /** Those whom rows name, and those who have an address that a row gives. */
  readonly users: readonly User[];
  /** Ids of the admins who may act. */
  readonly admins: ReadonlySet<string>;
  readonly erased: ErasedKeys;
  /** Id of the user who asks; undefined for an operator. */
  readonly callerId: string | undefined;
}

/** Carries out rows in memory, each by the rules of the single operation, so that one that is refused changes nothing. */
export class UserRows {
  readonly steps: AppliedStep[] = [];
  private readonly stored: ReadonlySet<string>;
  private readonly byId: Map<string, User>;
  private readonly admins: Set<string>;
  /** Ids of active users by their folded addresses. */
  private readonly holders = new Map<string, string>();

  constructor(private readonly facts: RowFacts) {
    this.byId = new Map(facts.users.map((user) => [user.state.id, user]));
    this.stored = new Set(this.byId.keys());
    this.admins = new Set(facts.admins);
    for (const { state } of facts.users)
      if (!state.deactivatedAt) this.holders.set(foldEmail(state.email), state.id);
  }

  /** Ids of stored users who free their address, for another one or for somebody else. */
  get moved(): string[] {
    const first = new Map(this.facts.users.map(({ state }) => [state.id, state]));
    return this.changed.flatMap(({ state: { id, email, deactivatedAt } }) => {
      const before = first.get(id);
      const isSame =
        before?.email === email && (before.deactivatedAt === undefined) === (deactivatedAt === undefined);
      return isSame ? [] : [id];
    });
  }

  /** Users who are new. */
  get created(): User[] {
    return [...this.byId.values()].filter(({ state }) => !this.stored.has(state.id));
  }

  /** Stored users who have changed. */
  get changed(): User[] {
    const ids = new Set(this.steps.map(({ after }) => after.id));
    return [...this.byId.values()].filter(({ state }) => ids.has(state.id) && this.stored.has(state.id));
  }

  /** @returns the outcome; the id also of a user who is not stored yet */
  apply(row: UserRow): RowOutcome {
    try {
      return { id: row.operation === 'create' ? this.create(row.user) : this.update(row) };
    } catch (error) {
      if (error instanceof DomainError) return { error };
      throw error;
    }
  }

  private create(input: Omit<NewUser, 'companyId'>): string {
    const user = User.create({ ...input, companyId: this.facts.companyId });
    const { state: after } = user;
    this.checkPerson(after);
    this.keep(user, [{ operation: 'user.create', after }]);
    return after.id;
  }

  private update({ id, email, user: changes }: Extract<UserRow, { operation: 'update' }>): string {
    const found = this.byId.get(id ?? this.holders.get(foldEmail(email ?? '')) ?? '');
    if (!found) throw id === undefined ? new UserEmailNotFound() : new UserNotFound(id);
    const user = User.restore(found.state);
    const steps = updateUser(user, changes, this.facts.callerId);
    if (steps.length > 0) this.checkPerson(user.state);
    const { id: userId } = user.state;
    if (!user.isActiveAdmin && this.admins.has(userId) && this.admins.size === 1) throw new LastAdmin();
    this.keep(user, steps);
    return userId;
  }

  private checkPerson({ id, email, deactivatedAt }: Readonly<UserState>): void {
    if (this.facts.erased.has({ personId: id, email })) throw new PersonErased();
    const holder = this.holders.get(foldEmail(email)) ?? id;
    if (!deactivatedAt && holder !== id) throw new UserEmailConflict();
  }

  private keep(user: User, steps: readonly AppliedStep[]): void {
    const { id, email, deactivatedAt } = user.state;
    const before = this.byId.get(id);
    if (before && !before.state.deactivatedAt) this.holders.delete(foldEmail(before.state.email));
    if (!deactivatedAt) this.holders.set(foldEmail(email), id);
    this.byId.set(id, user);
    this.steps.push(...steps);
    if (!user.isActiveAdmin) this.admins.delete(id);
    // Whoever is an admin already and is not among those who may act has left, or is to be erased.
    else if (!before?.isActiveAdmin && user.state.employeeId === undefined) this.admins.add(id);
  }
}
