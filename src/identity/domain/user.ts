import type { Role } from '../../shared-kernel/actor.js';
import { newId } from '../../shared-kernel/id.js';
import { checkEmail, checkLanguage, checkName } from './identity.rules.js';

/** A person who may hold sessions. Not an employee record: the two have roles of their own (decisions 11). */
export class User {
  private constructor(
    readonly id: string,
    readonly companyId: string,
    readonly email: string,
    readonly name: string,
    readonly role: Role,
    readonly language: string,
    readonly deactivatedAt: Date | null,
  ) {}

  /** @throws {DomainError} invalid */
  static create({ companyId, email, name, role, language = 'en' }: NewUser): User {
    checkEmail(email);
    checkName(name);
    checkLanguage(language);
    return new User(newId(), companyId, email, name, role, language, null);
  }
}

export interface NewUser {
  readonly companyId: string;
  /** Unique among the active users of the company, whatever the case. */
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** BCP 47 tag; `en` when not given. */
  readonly language?: string | undefined;
}
