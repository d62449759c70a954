import type { Role } from '../../shared-kernel/actor.js';
import { newId } from '../../shared-kernel/id.js';
import { UserNotFound } from './identity.errors.js';
import { checkEmail, checkLanguage, checkLifetime, checkName } from './identity.rules.js';
import type { Session } from './session.js';

export interface UserState {
  readonly id: string;
  readonly companyId: string;
  /** Unique among the active users of the company, whatever the case. */
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** BCP 47 tag. */
  readonly language: string;
  readonly deactivatedAt?: Date;
  /** The employee who the user is. Stays when addresses change, once it is firm. */
  readonly employeeId?: string;
  /** The link is firm from then on; until then, it goes with the address. Stays when a link is removed. */
  readonly linkFirmAt?: Date;
  /** The role and the address follow the employee, who has given this person a user. */
  readonly followsStaff?: true;
}

export interface NewUser extends Pick<UserState, 'companyId' | 'email' | 'name' | 'role'> {
  /** BCP 47 tag; `en` when not given. */
  readonly language?: string | undefined;
}

/** Properties of a user that anybody may have; those that are absent stay. */
export interface UserChanges {
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  /** BCP 47 tag. */
  readonly language?: string | undefined;
}

/**
 * A person who may have sessions. Not an employee record: the two have roles of their own. For every
 * change but the reactivation, a deactivated user counts as unknown.
 */
export class User {
  private constructor(private current: UserState) {}

  /** @throws {DomainError} invalid */
  static create({ companyId, email, name, role, language = 'en' }: NewUser): User {
    checkEmail(email);
    checkName(name);
    checkLanguage(language);
    return new User({ id: newId(), companyId, email, name, role, language });
  }

  static restore(state: UserState): User {
    return new User(state);
  }

  get state(): Readonly<UserState> {
    return this.current;
  }

  /** An admin who may act. */
  get isActiveAdmin(): boolean {
    return this.current.role === 'ADMIN' && this.current.deactivatedAt === undefined;
  }

  /** It is sure who the user is, or that the user is no employee: only an admin changes that. */
  get isLinkFirm(): boolean {
    const { linkFirmAt } = this.current;
    return linkFirmAt !== undefined && linkFirmAt.getTime() <= Date.now();
  }

  /**
   * A link of an admin that nobody has confirmed goes, and the role follows no employee any more.
   * @returns false if the user had the role already
   * @throws {UserNotFound}
   */
  changeRole(role: Role): boolean {
    this.requireActive();
    const { employeeId, linkFirmAt, followsStaff: _, ...rest } = this.current;
    if (rest.role === role) return false;
    const isKept = linkFirmAt !== undefined && (role !== 'ADMIN' || linkFirmAt.getTime() <= Date.now());
    this.current = {
      ...rest,
      role,
      ...(isKept && { linkFirmAt, ...(employeeId !== undefined && { employeeId }) }),
    };
    return true;
  }

  /**
   * @returns false if the user has all of it already
   * @throws {UserNotFound}
   * @throws {DomainError} invalid
   */
  edit({ email, name, language }: UserChanges): boolean {
    this.requireActive();
    const { current: before } = this;
    if (email !== undefined) checkEmail(email);
    if (name !== undefined) checkName(name);
    if (language !== undefined) checkLanguage(language);
    this.current = {
      ...this.current,
      ...(email !== undefined && { email }),
      ...(name !== undefined && { name }),
      ...(language !== undefined && { language }),
    };
    const { current: after } = this;
    return before.email !== after.email || before.name !== after.name || before.language !== after.language;
  }

  /**
   * Says who the user is, or that the user is no employee.
   * @returns false if that was firm already
   * @throws {UserNotFound}
   */
  link(employeeId: string | undefined, now: Date): boolean {
    this.requireActive();
    const { employeeId: before, linkFirmAt, ...rest } = this.current;
    if (before === employeeId && linkFirmAt !== undefined && linkFirmAt <= now) return false;
    this.current = { ...rest, ...(employeeId !== undefined && { employeeId }), linkFirmAt: now };
    return true;
  }

  /** Ends all sessions of the user, too. @returns false if the user is deactivated already */
  deactivate(): boolean {
    if (this.current.deactivatedAt) return false;
    const { followsStaff: _, ...rest } = this.current;
    this.current = { ...rest, deactivatedAt: new Date() };
    return true;
  }

  /** @returns false if the user is active already */
  reactivate(): boolean {
    const { deactivatedAt, followsStaff: _, ...active } = this.current;
    if (deactivatedAt === undefined) return false;
    this.current = active;
    return true;
  }

  /**
   * Follows the employee who the user is from now on, in role and address.
   * @param role - undefined for one who is no manager or has left, whose user is deactivated
   */
  follow(role: Role | undefined, email = this.current.email): void {
    const { deactivatedAt, ...rest } = this.current;
    const followsStaff = true;
    if (role === undefined) {
      this.current = { ...rest, followsStaff, deactivatedAt: deactivatedAt ?? new Date() };
      return;
    }
    checkEmail(email);
    this.current = { ...rest, followsStaff, role, email };
  }

  /**
   * A new session, valid from now on.
   * @param digest - of the session id, which is shown only once
   * @param lifetimeMs - 1 second to 10 years
   * @throws {UserNotFound}
   * @throws {DomainError} invalid
   */
  startSession(digest: Buffer, lifetimeMs: number): Session {
    this.requireActive();
    checkLifetime(lifetimeMs);
    const { id: userId, companyId } = this.current;
    return { id: newId(), companyId, userId, digest, expiresAt: new Date(Date.now() + lifetimeMs) };
  }

  private requireActive(): void {
    if (this.current.deactivatedAt) throw new UserNotFound(this.current.id);
  }
}
