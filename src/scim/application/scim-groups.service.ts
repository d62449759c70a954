import { Injectable } from '@nestjs/common';
import { listEdits, SegmentationQueries, SegmentationService } from '../../segmentation/index.js';
import type { IntegrationActor } from '../../shared-kernel/actor.js';
import { newId } from '../../shared-kernel/id.js';
import type { Precondition } from '../../shared-kernel/precondition.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { foldText } from '../../shared-kernel/folding.js';
import type { GroupChange, ScimGroup } from '../domain/group-change.js';
import { takenGroupName } from '../domain/scim-error.js';
import { GroupMembers } from './group-members.js';
import { groupVersionText } from './group-resource.js';
import { ScimGroupsQueries } from './scim-groups.queries.js';

/** A change of a group by a client that may want names to be unique. */
export interface WantedGroup extends GroupChange {
  /** A name that another group has, in any case, is refused. */
  readonly hasUniqueName: boolean;
}

/** Changes the groups of a company for identity providers (ADR 52). */
@Injectable()
export class ScimGroupsService {
  constructor(
    private readonly segmentation: SegmentationService,
    private readonly references: SegmentationQueries,
    private readonly queries: ScimGroupsQueries,
    private readonly members: GroupMembers,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * @returns the id
   * @throws {ScimError} 409
   */
  create(
    actor: IntegrationActor,
    { name = '', externalId, members, hasUniqueName }: WantedGroup,
  ): Promise<string> {
    const id = newId();
    return this.unitOfWork.run(async (transaction) => {
      await this.edit(actor, transaction, (stored) => {
        if (hasUniqueName) requireUniqueName(name, id, stored);
        const group = { id, name, externalId: usable(externalId, id, stored) };
        return listEdits.addGroup(group, undefined)(stored);
      });
      await this.members.add(actor, id, members.added, transaction);
      return id;
    });
  }

  /**
   * @throws {ScimError} 404, 409
   * @throws {PreconditionFailed}
   */
  change(
    actor: IntegrationActor,
    groupId: string,
    { name, externalId, members, hasUniqueName }: WantedGroup,
    precondition?: Precondition,
  ): Promise<void> {
    const { companyId } = actor;
    return this.unitOfWork.run(async (transaction) => {
      const isOfGroup = name !== undefined || externalId !== undefined;
      if (isOfGroup) await this.segmentation.lock(companyId, transaction);
      const wanted = { areaIds: [], groupIds: [groupId], characteristicIds: [] };
      await this.references.known(companyId, wanted, transaction); // so that nobody removes it
      await this.check(companyId, groupId, precondition, transaction);
      if (isOfGroup) {
        await this.edit(actor, transaction, (stored) => {
          if (hasUniqueName && name !== undefined) requireUniqueName(name, groupId, stored);
          const given = externalId === undefined ? undefined : usable(externalId, groupId, stored);
          return listEdits.changeGroup(groupId, { name, externalId: given })(stored);
        });
      }
      const present = members.isReplacing
        ? await this.queries.memberIds(companyId, groupId, transaction)
        : [];
      await this.members.remove(actor, groupId, members.removed(present), transaction);
      await this.members.add(actor, groupId, members.added, transaction);
    });
  }

  /**
   * Removes a group. Its members leave it.
   * @throws {ScimError} 404
   * @throws {PreconditionFailed}
   */
  remove(actor: IntegrationActor, groupId: string, precondition?: Precondition): Promise<void> {
    const { companyId } = actor;
    return this.unitOfWork.run(async (transaction) => {
      await this.segmentation.lock(companyId, transaction);
      await this.check(companyId, groupId, precondition, transaction);
      const present = await this.queries.memberIds(companyId, groupId, transaction);
      await this.members.remove(actor, groupId, present, transaction);
      await this.edit(actor, transaction, listEdits.removeGroup(groupId));
    });
  }

  /** Members have left what is removed. */
  private async edit(
    actor: IntegrationActor,
    transaction: Transaction,
    edit: (stored: readonly ScimGroup[]) => readonly ScimGroup[],
  ): Promise<void> {
    await this.segmentation.change(actor, { part: 'groups', edit, isUnused: true }, transaction);
  }

  private async check(
    companyId: string,
    groupId: string,
    precondition: Precondition | undefined,
    transaction: Transaction,
  ): Promise<void> {
    const group = await this.queries.get(companyId, groupId, transaction);
    await precondition?.check(async () =>
      groupVersionText(group, await this.queries.memberDigest(companyId, groupId, transaction)),
    );
  }
}

/** @throws {ScimError} 409 */
function requireUniqueName(name: string, groupId: string, stored: readonly ScimGroup[]): void {
  const isTaken = stored.some((one) => one.id !== groupId && foldText(one.name) === foldText(name));
  if (isTaken) throw takenGroupName();
}

/**
 * References name groups by it, so two groups have none in common. Clients may send one several times (RFC 7643, 3.1),
 * as the collection of Microsoft does: the second group has none.
 */
function usable(
  externalId: string | null | undefined,
  groupId: string,
  stored: readonly ScimGroup[],
): string | null {
  const isTaken = stored.some((one) => one.externalId === externalId && one.id !== groupId);
  return isTaken ? null : (externalId ?? null);
}
