import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { foldEmail } from '../../shared-kernel/folding.js';
import { textIssues } from '../../shared-kernel/text.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { EmployeeVersions, type EmployeeContent } from '../../workforce/index.js';
import {
  identify,
  wantedIdentifiers,
  type Holder,
  type Holders,
  type Identifiers,
} from '../domain/identifiers.js';
import { nextName } from '../domain/next-user.js';
import { disabledHolder, invalidValue, notUnique } from '../domain/scim-error.js';
import { ENTERPRISE_URN } from '../domain/scim-urns.js';
import { documentOf, type Person, type ScimDetails, type ScimUser } from '../domain/scim-user.js';
import { chosenEmail, compact, keptOf, type UserDocument } from '../domain/user-document.js';
import { ScimUserStore } from './scim-user.store.js';
import { ScimUsersQueries } from './scim-users.queries.js';
import { SegmentationOfUsers, type ResolvedUser } from './segmentation-of-users.js';

/** Changes of a write: properties of the employee, and the row of SCIM. */
export interface UserPlan {
  readonly content: EmployeeContent;
  readonly row: Omit<ScimUser, 'employeeId' | 'updatedAt'>;
}

/** A person before a write. */
export interface CurrentUser {
  readonly person?: Person;
  readonly row?: ScimUser | undefined;
  readonly document: UserDocument;
}

const NAME_RULES = { maxLength: 255 };

/** Finds out what a document of a user changes. */
@Injectable()
export class UserPlans {
  constructor(
    private readonly queries: ScimUsersQueries,
    private readonly users: ScimUserStore,
    private readonly versions: EmployeeVersions,
    private readonly segmentation: SegmentationOfUsers,
  ) {}

  /** @throws {ScimError} 400, 409 */
  async plan(
    companyId: string,
    current: CurrentUser,
    next: UserDocument,
    transaction: Transaction,
  ): Promise<UserPlan> {
    const { person, row, document: before } = current;
    const { userName } = next;
    if (userName === undefined) throw invalidValue('userName', 'is required');
    if (userName !== before.userName) await this.refuseTaken(companyId, userName, person?.id, transaction);
    const kept = row?.details.department;
    const resolved = await this.segmentation.resolve(companyId, before, next, kept, transaction);
    const holders = await this.holders(companyId, next, person?.id, transaction);
    const identifiers = identify(next, person ?? {}, row, holders);
    return {
      content: contentOf(current, next, resolved, identifiers),
      row: rowOf(current, next, resolved, identifiers),
    };
  }

  /** @throws {ScimError} 409 */
  private async refuseTaken(
    companyId: string,
    userName: string,
    ownId: string | undefined,
    transaction: Transaction,
  ): Promise<void> {
    const found = await this.queries.candidates(companyId, 'userName', userName, transaction);
    const isHolder = ({ person, row, labels }: (typeof found)[0]): boolean => {
      const { userName: name = '' } = documentOf(person, row, labels);
      return person.id !== ownId && foldEmail(name) === foldEmail(userName);
    };
    const holder = found.find(isHolder);
    if (holder?.person.deletedAt) throw disabledHolder();
    if (holder) throw notUnique('userName');
  }

  private async holders(
    companyId: string,
    next: UserDocument,
    ownId: string | undefined,
    transaction: Transaction,
  ): Promise<Holders> {
    const found = await this.versions.holders(companyId, wantedIdentifiers(next), transaction);
    const others = found.filter(({ id }) => id !== ownId);
    const users = await this.users.among(
      companyId,
      others.map(({ id }) => id),
      transaction,
    );
    const holderOf = (holder: (typeof others)[0] | undefined): Holder => {
      if (!holder) return 'nobody';
      return users.has(holder.id) ? 'user' : 'employee';
    };
    return {
      ofEmail: (email) => holderOf(others.find(({ emailKey }) => emailKey === foldEmail(email))),
      ofExternalId: (id) => holderOf(others.find(({ externalId }) => externalId === id)),
    };
  }
}

function contentOf(
  { person, row, document: before }: CurrentUser,
  next: UserDocument,
  { content }: ResolvedUser,
  { email, externalId }: Identifiers,
): EmployeeContent {
  const name = nextName(before, next, row?.details.name);
  const [issue] = textIssues(name ?? '', NAME_RULES);
  if (issue) throw invalidValue('displayName', issue.message);
  return {
    ...content,
    ...(name !== undefined && { name }),
    ...(email !== (person?.email ?? null) && { email }),
    ...(externalId !== (person?.externalId ?? null) && { externalId }),
  };
}

function rowOf(
  { row, document: before }: CurrentUser,
  next: UserDocument,
  { department }: ResolvedUser,
  { email, keptExternalId, externalIdFrom }: Identifiers,
): UserPlan['row'] {
  const isSame = isDeepStrictEqual(next.emails, before.emails);
  const emails = isSame && row ? row.details.emails : isSame ? undefined : next.emails;
  const isHeld = email !== null && chosenEmail(emails)?.value === email;
  const details: ScimDetails = compact({
    // Parts that were made of the name of the person follow it.
    name: isDeepStrictEqual(next.name, before.name) ? row?.details.name : next.name,
    emails,
    heldEmail: isHeld ? email : isSame ? row?.details.heldEmail : undefined,
    externalIdFrom,
    ...keptOf(next),
    employeeNumber: next[ENTERPRISE_URN]?.employeeNumber,
    organization: next[ENTERPRISE_URN]?.organization,
    department,
    memberNames: row?.details.memberNames,
  });
  return compact({
    userName: next.userName,
    externalId: keptExternalId,
    managerId: next[ENTERPRISE_URN]?.manager?.value,
    details,
  }) as UserPlan['row'];
}
