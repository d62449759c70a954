import { Injectable } from '@nestjs/common';
import { IdentityQueries } from '../../identity/index.js';
import { SegmentationQueries } from '../../segmentation/index.js';
import { EmployeesQueries } from '../../workforce/index.js';
import type { ActionState, Note } from '../domain/action.js';

/** Ids in a plan that have a name in another context. */
export class NamedIds {
  readonly people = new Set<string>();
  /** Areas, groups, characteristics and their values, also those that an action focuses on. */
  readonly targets = new Set<string>();

  constructor(createdBy: string | undefined) {
    if (createdBy !== undefined) this.people.add(createdBy);
  }

  add(
    { createdBy, focusItems, assigneeStatuses, hierarchyIds, groupIds, characteristics }: ActionState,
    notes: readonly Note[],
  ): void {
    if (createdBy !== undefined) this.people.add(createdBy);
    for (const { focusId } of focusItems) if (focusId !== undefined) this.targets.add(focusId);
    for (const { assigneeId } of assigneeStatuses) this.people.add(assigneeId);
    for (const { authorId } of notes) this.people.add(authorId);
    for (const id of [...hierarchyIds, ...groupIds]) this.targets.add(id);
    for (const { characteristicId, id, value } of characteristics) {
      for (const one of [characteristicId, id, value]) if (typeof one === 'string') this.targets.add(one);
    }
  }
}

/** Names of the people, areas, groups and characteristics in plans. */
@Injectable()
export class PlanNames {
  constructor(
    private readonly identity: IdentityQueries,
    private readonly employees: EmployeesQueries,
    private readonly segmentation: SegmentationQueries,
  ) {}

  /** The names of a company by id. A person who is both user and employee has the user's name. */
  async of(companyId: string, ids: NamedIds): Promise<Record<string, string>> {
    const people = [...ids.people];
    return {
      ...(await this.segmentation.namesOf(companyId, [...ids.targets])),
      ...(await this.employees.namesOf(companyId, people)),
      ...(await this.identity.namesOf(companyId, people)),
    };
  }
}
