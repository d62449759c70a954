import { SCOPES, type Scope } from '../../shared-kernel/actor.js';
import { newId } from '../../shared-kernel/id.js';
import { checkName, checkTimeZone } from './identity.rules.js';

/** Scopes that the admins of a company may grant unless the operator says otherwise: what is erased is gone for good. */
export const GRANTABLE_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope !== 'people:erase');

/** A customer. Users, API keys and all data of the other contexts belong to exactly one. */
export interface Company {
  readonly id: string;
  readonly name: string;
  /** IANA name; the zone in which dates without a time are understood. */
  readonly timeZone: string;
  /** Created by the demo, which deletes and recreates it. */
  readonly isDemo: boolean;
  /** Scopes that the admins of the company may grant; absent for {@link GRANTABLE_SCOPES}. */
  readonly grantableScopes?: readonly Scope[];
}

export interface NewCompany {
  readonly name: string;
  /** `UTC` when not given. */
  readonly timeZone?: string | undefined;
  readonly isDemo?: boolean;
}

/** @throws {DomainError} invalid */
export function createCompany({ name, timeZone = 'UTC', isDemo = false }: NewCompany): Company {
  checkName(name);
  checkTimeZone(timeZone);
  return { id: newId(), name, timeZone, isDemo };
}

/** @throws {DomainError} invalid */
export function renameCompany(company: Company, name: string): Company {
  checkName(name);
  return { ...company, name };
}
