import { Injectable } from '@nestjs/common';
import {
  FINDERS,
  SegmentationService,
  type ChangedObject,
  type EditedSegmentation,
  type Segmentation,
  type SegmentationEdit,
} from '../../segmentation/index.js';
import type { IntegrationActor } from '../../shared-kernel/actor.js';
import { AuditTrail, type AuditedChange } from '../../shared-kernel/audit-trail.js';
import type { Precondition } from '../../shared-kernel/precondition.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { StructureChangeResponse } from './structure-change.response.js';
import { StructureMoves } from './structure-moves.js';

/** Records of the audit trail that are written by one statement. */
const RECORDED_AT_ONCE = 1_000;

const TYPES = { areas: 'area', groups: 'group', characteristics: 'characteristic' } as const;

/** A change of areas, groups or characteristics by a request. */
export interface StructureRequest<Part extends keyof Segmentation> {
  readonly part: Part;
  readonly edit: SegmentationEdit<Part>;
  /** Of the list with all objects of the part. */
  readonly precondition?: Precondition | undefined;
  /** Id or external id of the object to which everything goes that refers to removed ones. */
  readonly moveTo?: string | undefined;
  readonly isDryRun?: boolean | undefined;
}

/** Rolls back a dry run. */
class DryRun extends Error {
  constructor(readonly response: StructureChangeResponse) {
    super('dry run');
  }
}

/** Changes the structure of a company for integrations (ADR 50). */
@Injectable()
export class StructureService {
  constructor(
    private readonly segmentation: SegmentationService,
    private readonly moves: StructureMoves,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Carries out a change. Nothing that people belong to is removed, unless they go to another object.
   * @param given - a transaction to take part in
   * @throws {PreconditionFailed}
   * @throws {StructureInUse}
   * @throws {TooManyToMove}
   * @throws what the edit throws
   */
  async run<Part extends keyof Segmentation>(
    actor: IntegrationActor,
    request: StructureRequest<Part>,
    given?: Transaction,
  ): Promise<StructureChangeResponse> {
    try {
      return await this.unitOfWork.run((transaction) => this.runIn(transaction, actor, request), given);
    } catch (error) {
      if (error instanceof DryRun) return error.response;
      throw error;
    }
  }

  /**
   * Carries out a change of one object.
   * @param written - the id or external id of the object before the change, or that of a new one
   * @returns the object as it is read by its id
   */
  async runFor<Part extends keyof Segmentation, Object>(
    actor: IntegrationActor,
    request: StructureRequest<Part>,
    written: string,
    read: (id: string, transaction: Transaction) => Promise<Object>,
    given?: Transaction,
  ): Promise<Object> {
    return this.unitOfWork.run(async (transaction) => {
      const { before, after } = await this.change(transaction, actor, request);
      const find = FINDERS[request.part];
      return read(find(before, written) ?? find(after, written) ?? written, transaction);
    }, given);
  }

  private async runIn<Part extends keyof Segmentation>(
    transaction: Transaction,
    actor: IntegrationActor,
    request: StructureRequest<Part>,
  ): Promise<StructureChangeResponse> {
    const { difference, moved } = await this.change(transaction, actor, request);
    const response = StructureChangeResponse.from(difference, moved);
    if (request.isDryRun) throw new DryRun(response);
    return response;
  }

  private async change<Part extends keyof Segmentation>(
    transaction: Transaction,
    actor: IntegrationActor,
    { part, edit, precondition, moveTo }: StructureRequest<Part>,
  ): Promise<EditedSegmentation<Part> & { moved: { people: number; actions: number } }> {
    const { companyId } = actor;
    const edited = await this.segmentation.edit(part, companyId, edit, precondition, transaction);
    const moved =
      moveTo === undefined
        ? { people: 0, actions: 0 }
        : await this.moves.move(actor, part, edited, moveTo, transaction);
    if (edited.loss.isAny) await this.moves.refuseUsed(companyId, edited.loss, transaction);
    const changes = edited.objects.map((object) => auditedChange(TYPES[part], object));
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
