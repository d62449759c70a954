import { Injectable } from '@nestjs/common';
import { GroupImporter, SegmentationQueries } from '../../../segmentation/index.js';
import type { IntegrationActor } from '../../../shared-kernel/actor.js';
import { AuditTrail } from '../../../shared-kernel/audit-trail.js';
import { isId, newId } from '../../../shared-kernel/id.js';
import type { Precondition } from '../../../shared-kernel/precondition.js';
import type { Transaction } from '../../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../../shared-kernel/unit-of-work.js';
import type { GroupChange, ScimGroup } from '../domain/group-change.js';
import { GroupMembers } from './group-members.js';
import { groupVersionText } from './group-resource.js';
import { ScimGroupsQueries, type StoredGroup } from './scim-groups.queries.js';

/** Changes the groups of a company for identity providers (ADR 52). */
@Injectable()
export class ScimGroupsService {
  constructor(
    private readonly groups: GroupImporter,
    private readonly segmentation: SegmentationQueries,
    private readonly queries: ScimGroupsQueries,
    private readonly members: GroupMembers,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  /** @returns the id */
  create(actor: IntegrationActor, { name, externalId, members }: GroupChange): Promise<string> {
    return this.unitOfWork.run(async (transaction) => {
      const stored = await this.lock(actor.companyId, transaction);
      const group = withExternalId({ id: newId(), name: name ?? '' }, externalId, stored);
      await this.groups.write(actor.companyId, [group], transaction);
      const change = { operation: 'group.create', objectId: group.id, after: group } as const;
      await this.audit.record(actor, change, transaction);
      await this.members.add(actor, group.id, members.added, transaction);
      return group.id;
    });
  }

  /**
   * @throws {ScimError} 404
   * @throws {PreconditionFailed}
   */
  change(
    actor: IntegrationActor,
    groupId: string,
    { name, externalId, members }: GroupChange,
    precondition?: Precondition,
  ): Promise<void> {
    const { companyId } = actor;
    return this.unitOfWork.run(async (transaction) => {
      const isOfGroup = name !== undefined || externalId !== undefined;
      const stored = isOfGroup ? await this.lock(companyId, transaction) : [];
      const wanted = { areaIds: [], groupIds: [groupId], characteristicIds: [] };
      await this.segmentation.known(companyId, wanted, transaction); // so that nobody removes it
      const known = await this.queries.get(companyId, groupId, transaction);
      await this.check(companyId, known, precondition, transaction);
      if (isOfGroup) {
        const before = known.document;
        const after = withExternalId({ ...before, name: name ?? before.name }, externalId, stored);
        const given = { ...after, externalId: after.externalId ?? null };
        await this.groups.write(companyId, [given], transaction);
        const change = { operation: 'group.update', objectId: groupId, before, after } as const;
        await this.audit.record(actor, change, transaction);
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
      const stored = await this.lock(companyId, transaction);
      const known = await this.queries.get(companyId, groupId, transaction);
      await this.check(companyId, known, precondition, transaction);
      const present = await this.queries.memberIds(companyId, groupId, transaction);
      await this.members.remove(actor, groupId, present, transaction);
      const others = stored.filter(({ id }) => id !== groupId);
      await this.groups.replaceAll(companyId, others, transaction);
      const change = { operation: 'group.delete', objectId: groupId, before: known.document } as const;
      await this.audit.record(actor, change, transaction);
    });
  }

  /** The groups of a company in their order. Until the transaction ends, no other one changes them. */
  private async lock(companyId: string, transaction: Transaction): Promise<ScimGroup[]> {
    await this.groups.write(companyId, [], transaction);
    const groups = await this.queries.list(companyId, transaction);
    return groups.sort((one, other) => one.position - other.position).map(({ document }) => document);
  }

  private async check(
    companyId: string,
    group: StoredGroup,
    precondition: Precondition | undefined,
    transaction: Transaction,
  ): Promise<void> {
    await precondition?.check(async () => {
      return groupVersionText(
        group,
        await this.queries.memberDigest(companyId, group.document.id, transaction),
      );
    });
  }
}

/** A group has the external id where no other one has it, and where it does not look like an id of ours. */
function withExternalId(
  { externalId: kept, ...group }: ScimGroup,
  given: string | null | undefined,
  stored: readonly ScimGroup[],
): ScimGroup {
  const wanted = given === undefined ? kept : (given ?? undefined);
  const isTaken = stored.some(({ id, externalId }) => externalId === wanted && id !== group.id);
  const isUsable = wanted !== undefined && !isTaken && !isId(wanted);
  return { ...group, ...(isUsable && { externalId: wanted }) };
}
