import { Injectable } from '@nestjs/common';
import type { IntegrationActor } from '../../shared-kernel/actor.js';
import { AuditTrail, type AuditedChange } from '../../shared-kernel/audit-trail.js';
import type { Precondition } from '../../shared-kernel/precondition.js';
import { idTaken, type ReplacementCounts } from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { differenceOf, type Difference } from '../domain/difference.js';
import type { SegmentationImport } from '../domain/imports.js';
import { FINDERS, LOSSES, type Loss } from '../domain/loss.js';
import { moveOf } from '../domain/reference-move.js';
import { IdsTaken, MAX_ISSUES } from '../domain/segmentation.errors.js';
import { checkSize } from '../domain/segmentation.limits.js';
import {
  SegmentationRepository,
  type ChangedObject,
  type Segmentation,
} from '../domain/segmentation.repository.js';
import { SegmentHolders, type Moved } from './segment-holders.js';
import { SegmentationObjects, type SegmentationObject } from './segmentation-objects.queries.js';
import { SegmentationQueries } from './segmentation.queries.js';
import { StructureChangeResponse } from './structure-change.response.js';

/** Records of the audit trail that are written by one statement. */
const RECORDED_AT_ONCE = 1_000;

const TYPES = { areas: 'area', groups: 'group', characteristics: 'characteristic' } as const;

/** A change of areas, groups or characteristics. */
export interface SegmentationRequest<Part extends keyof Segmentation> {
  readonly part: Part;
  /** Gives the records of the part after the change. */
  readonly edit: (stored: Segmentation[Part]) => Segmentation[Part];
  /** Of the list with all objects of the part. */
  readonly precondition?: Precondition | undefined;
  /** Id or external id of the object to which everything goes that refers to removed ones. */
  readonly moveTo?: string | undefined;
  /** Nobody refers to what is removed by now: the caller has seen to it under the lock. */
  readonly isUnused?: boolean;
  readonly isDryRun?: boolean | undefined;
}

/** A part before and after a change. */
interface Edited<Part extends keyof Segmentation> {
  readonly before: Segmentation[Part];
  readonly after: Segmentation[Part];
  readonly difference: Difference;
  readonly loss: Loss;
  readonly moved: Moved;
}

/** Rolls back a dry run. */
class DryRun extends Error {
  constructor(readonly response: StructureChangeResponse) {
    super('dry run');
  }
}

/** Changes areas, groups and characteristics, whichever way the changes come (ADR 50). */
@Injectable()
export class SegmentationService {
  constructor(
    private readonly segmentation: SegmentationRepository,
    private readonly holders: SegmentHolders,
    private readonly queries: SegmentationQueries,
    private readonly objects: SegmentationObjects,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Until the transaction ends, no other one changes the segmentation of the company or starts to refer to it. Changes
   * lock it themselves; this is for those who look at it before.
   * @throws {SegmentationCompanyNotFound}
   */
  lock(companyId: string, transaction: Transaction): Promise<void> {
    return this.segmentation.lock(companyId, transaction);
  }

  /**
   * Carries out a change. Nothing that people belong to is removed, unless they go to another object.
   * @param given - a transaction to take part in
   * @throws {PreconditionFailed}
   * @throws {StructureInUse}
   * @throws {TooManyToMove}
   * @throws what the edit throws
   */
  async change<Part extends keyof Segmentation>(
    actor: IntegrationActor,
    request: SegmentationRequest<Part>,
    given?: Transaction,
  ): Promise<StructureChangeResponse> {
    try {
      return await this.unitOfWork.run(async (transaction) => {
        const { difference, moved } = await this.edit(actor, request, transaction);
        const response = StructureChangeResponse.from(difference, moved);
        if (request.isDryRun) throw new DryRun(response);
        return response;
      }, given);
    } catch (error) {
      if (error instanceof DryRun) return error.response;
      throw error;
    }
  }

  /**
   * Carries out a change of one object, as {@link change} does.
   * @param written - the id or external id of the object before the change, or that of a new one
   * @returns the object after it
   */
  async changeOne<Part extends keyof Segmentation>(
    actor: IntegrationActor,
    request: SegmentationRequest<Part>,
    written: string,
    given?: Transaction,
  ): Promise<SegmentationObject[Part]> {
    const { part } = request;
    return this.unitOfWork.run(async (transaction) => {
      const { before, after } = await this.edit(actor, request, transaction);
      const id = FINDERS[part](before, written) ?? FINDERS[part](after, written) ?? written;
      return this.objects.get(part, actor.companyId, id, transaction);
    }, given);
  }

  /**
   * Writes all records of an import, and changes nothing the second time. The import has one record in the audit trail,
   * and sees to it that nobody refers to what it removes.
   * @throws {ValidationFailed} also for ids of another company
   * @throws {SegmentationCompanyNotFound}
   */
  async import<Part extends keyof Segmentation>(
    companyId: string,
    { part, given, pathOf, change }: SegmentationImport<Part>,
    transaction?: Transaction,
  ): Promise<ReplacementCounts> {
    try {
      const { counts } = await this.unitOfWork.run(
        (inside) => this.segmentation.change(part, companyId, change, inside),
        transaction,
      );
      return counts;
    } catch (error) {
      if (!(error instanceof IdsTaken)) throw error;
      const taken = new Set(error.ids);
      const indexes = given.flatMap(({ id }, index) => (taken.has(id) ? [index] : []));
      throw new ValidationFailed(indexes.slice(0, MAX_ISSUES).map((index) => idTaken(`${pathOf(index)}.id`)));
    }
  }

  private async edit<Part extends keyof Segmentation>(
    actor: IntegrationActor,
    { part, edit, precondition, moveTo, isUnused = false }: SegmentationRequest<Part>,
    transaction: Transaction,
  ): Promise<Edited<Part>> {
    const { companyId } = actor;
    const { counts: edited, objects } = await this.segmentation.change(
      part,
      companyId,
      (before) => {
        const after = edit(before);
        checkSize(part, before, after);
        const [difference, loss] = [differenceOf(part, before, after), LOSSES[part](before, after)];
        return { records: after, counts: { before, after, difference, loss } };
      },
      transaction,
      {
        onLocked: async () => precondition?.check(() => this.queries.read(companyId, part, transaction)),
        isRequest: true,
      },
    );
    const { loss } = edited;
    const move = moveTo === undefined ? undefined : moveOf(part, edited, moveTo);
    const moved = await this.holders.move(actor, move, transaction);
    if (loss.isAny && !isUnused) await this.holders.refuseUsed(companyId, loss.names, transaction);
    const changes = objects.map((object) => auditedChange(TYPES[part], object));
    for (let at = 0; at < changes.length; at += RECORDED_AT_ONCE)
      await this.audit.recordAll(actor, changes.slice(at, at + RECORDED_AT_ONCE), transaction);
    return { ...edited, moved };
  }
}

function auditedChange(
  type: (typeof TYPES)[keyof typeof TYPES],
  { id, before, after }: ChangedObject,
): AuditedChange {
  const operation = before ? (after ? 'update' : 'delete') : 'create';
  return {
    operation: `${type}.${operation}`,
    objectId: id,
    ...(before && { before }),
    ...(after && { after }),
  };
}
