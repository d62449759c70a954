import { Injectable } from '@nestjs/common';
import { TargetMovesService } from '../../action-plans/index.js';
import { FINDERS, findValue, type EditedSegmentation, type Segmentation } from '../../segmentation/index.js';
import type { IntegrationActor } from '../../shared-kernel/actor.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import {
  EmployeeMovesService,
  EmployeesQueries,
  stillInUse,
  type ReferenceMove,
} from '../../workforce/index.js';
import { StructureInUse, TooManyToMove } from '../domain/structure.errors.js';
import { MAX_LISTED_CHANGES, MAX_MOVED } from '../domain/structure.limits.js';

/** The numbers of people and actions that refer to another object after a change. */
export interface Moved {
  readonly people: number;
  readonly actions: number;
}

const NOBODY: Moved = { people: 0, actions: 0 };

/** Takes care of everything that refers to what a change removes. */
@Injectable()
export class StructureMoves {
  constructor(
    private readonly people: EmployeeMovesService,
    private readonly targets: TargetMovesService,
    private readonly employees: EmployeesQueries,
  ) {}

  /**
   * Moves people, managers and targets of actions from what is removed, all to one object.
   * @param moveTo - id or external id of an object that is left
   * @throws {ValidationFailed} where there is none such
   * @throws {TooManyToMove}
   */
  async move<Part extends keyof Segmentation>(
    actor: IntegrationActor,
    part: Part,
    edited: EditedSegmentation<Part>,
    moveTo: string,
    transaction: Transaction,
  ): Promise<Moved> {
    const move = moveOf(part, edited, moveTo);
    if (!move) return NOBODY;
    const people = await this.people.move(actor, move, MAX_MOVED, transaction);
    if (people > MAX_MOVED) throw new TooManyToMove();
    const actions = await this.targets.move(actor, move, MAX_MOVED, transaction);
    if (actions > MAX_MOVED) throw new TooManyToMove();
    return { people, actions };
  }

  /**
   * As an import, a request removes nothing that employees refer to who are not deleted.
   * @throws {StructureInUse}
   */
  async refuseUsed(
    companyId: string,
    { names }: EditedSegmentation<keyof Segmentation>['loss'],
    transaction: Transaction,
  ): Promise<void> {
    const used = await this.employees.danglingReferences(companyId, transaction);
    const [first] = used;
    if (!first) return;
    const issues = used
      .slice(0, MAX_LISTED_CHANGES)
      .map((one) => ({ path: one.path, ...stillInUse(one, names.get(one.id)) }));
    throw new StructureInUse(first.path, issues);
  }
}

function moveOf<Part extends keyof Segmentation>(
  part: Part,
  { after, loss }: EditedSegmentation<Part>,
  moveTo: string,
): ReferenceMove | undefined {
  if (loss.kind !== 'characteristic') {
    const to = FINDERS[part](after, moveTo);
    if (to === undefined) throw unknown(loss.kind === 'area' ? 'an area' : 'a group');
    return loss.ids.length === 0 ? undefined : { kind: loss.kind, from: loss.ids, to };
  }
  const [lost] = loss.values;
  if (!lost) return undefined;
  const { characteristicId, ids } = lost;
  const to = findValue(after as Segmentation['characteristics'], characteristicId, moveTo);
  if (to === undefined) throw unknown('a value of the characteristic');
  return { kind: 'value', from: ids, to, characteristicId };
}

function unknown(kind: string): ValidationFailed {
  const message = `must be the id or external id of ${kind} that is left`;
  return new ValidationFailed([{ path: 'moveTo', code: 'UNKNOWN_REFERENCE', message }]);
}
