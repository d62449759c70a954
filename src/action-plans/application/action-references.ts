import { Injectable } from '@nestjs/common';
import {
  ExternalReferences,
  SegmentationQueries,
  type KnownCharacteristic,
  type WrittenCharacteristic,
} from '../../segmentation/index.js';
import { parseDateTime } from '../../shared-kernel/date-time.js';
import type { Patch } from '../../shared-kernel/patch.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { EmployeesQueries } from '../../workforce/index.js';
import type { ActionCharacteristic, NewAction } from '../domain/action.js';

/** The properties of an action, or of a change of one, that refer to something. */
type Given = Patch<
  Pick<NewAction, 'hierarchyIds' | 'groupIds' | 'characteristics' | 'assigneeIds' | 'assigneeStatuses'>
>;

/** Checks the references of actions. */
@Injectable()
export class ActionReferences {
  constructor(
    private readonly segmentation: SegmentationQueries,
    private readonly employees: EmployeesQueries,
    private readonly external: ExternalReferences,
  ) {}

  /**
   * @param transaction - the transaction to take part in
   * @returns the properties, with ids in place of external ids, types of characteristics, and dates as date-times
   * @throws {ValidationFailed} for areas, groups, characteristics, values and people that the company does not have
   */
  async checked<Content extends Given>(
    companyId: string,
    written: Content,
    transaction?: Transaction,
  ): Promise<Content> {
    const given = await this.withIds(companyId, written, transaction);
    const hierarchyIds = given.hierarchyIds ?? [];
    const groupIds = given.groupIds ?? [];
    const characteristics = given.characteristics ?? [];
    const characteristicIds = characteristics.flatMap(({ characteristicId }) => characteristicId ?? []);
    const people = assigneesOf(given);
    const wanted = { areaIds: hierarchyIds, groupIds, characteristicIds };
    const isNone = hierarchyIds.length + groupIds.length + characteristicIds.length === 0;
    // One after the other: a request uses one connection at a time.
    const known = isNone ? undefined : await this.segmentation.known(companyId, wanted, transaction);
    const ids = people.map(({ id }) => id);
    const emails = ids.length === 0 ? undefined : await this.employees.emailsOf(companyId, ids, transaction);
    const issues = [
      ...unknown(hierarchyIds, known?.areaIds, (index) => `hierarchyIds[${index}]`, 'an area'),
      ...unknown(groupIds, known?.groupIds, (index) => `groupIds[${index}]`, 'a group'),
      ...characteristics.flatMap((one, index) =>
        characteristicIssues(
          one,
          known?.characteristics.get(one.characteristicId ?? ''),
          `characteristics[${index}]`,
        ),
      ),
      ...people.flatMap(({ id, path }) => (emails?.has(id) ? [] : [reference(path, 'an employee')])),
    ];
    if (issues.length > 0) throw new ValidationFailed(issues);
    if (!given.characteristics) return given;
    const complete = characteristics.map((one) => ({
      ...one,
      ...valueOf(one, known?.characteristics.get(one.characteristicId ?? '')),
    }));
    return { ...given, characteristics: complete };
  }

  private async withIds<Content extends Given>(
    companyId: string,
    written: Content,
    transaction: Transaction | undefined,
  ): Promise<Content> {
    const { hierarchyIds, groupIds, characteristics } = written;
    const references = {
      areas: hierarchyIds ?? [],
      groups: groupIds ?? [],
      characteristics: (characteristics ?? []).flatMap(writtenCharacteristic),
    };
    const known = await this.external.find(companyId, references, transaction);
    if (!known) return written;
    return {
      ...written,
      ...(hierarchyIds && { hierarchyIds: hierarchyIds.map((area) => known.area(area)) }),
      ...(groupIds && { groupIds: groupIds.map((group) => known.group(group)) }),
      ...(characteristics && {
        characteristics: characteristics.map((target) => {
          const { characteristicId, id, value } = target;
          if (characteristicId === undefined) return target;
          return {
            ...target,
            characteristicId: known.characteristic(characteristicId),
            ...(id !== undefined && { id: known.value(characteristicId, id) }),
            ...(typeof value === 'string' && { value: known.value(characteristicId, value) }),
          };
        }),
      }),
    };
  }
}

function writtenCharacteristic({
  characteristicId,
  id,
  value,
}: ActionCharacteristic): WrittenCharacteristic[] {
  if (characteristicId === undefined) return [];
  const values = [id, value].filter((each) => typeof each === 'string');
  return [{ characteristic: characteristicId, values }];
}

function assigneesOf({ assigneeIds, assigneeStatuses }: Given): { id: string; path: string }[] {
  return [
    ...(assigneeIds ?? []).map((id, index) => ({ id, path: `assigneeIds[${index}]` })),
    ...(assigneeStatuses ?? []).map(({ assigneeId }, index) => ({
      id: assigneeId,
      path: `assigneeStatuses[${index}].assigneeId`,
    })),
  ];
}

function unknown(
  ids: readonly string[],
  known: ReadonlySet<string> | undefined,
  pathOf: (index: number) => string,
  kind: string,
): ValidationIssue[] {
  return ids.flatMap((id, index) => (known?.has(id) ? [] : [reference(pathOf(index), kind)]));
}

function reference(path: string, kind: string): ValidationIssue {
  return {
    path,
    code: 'UNKNOWN_REFERENCE',
    message: `must be the id${kind === 'an employee' ? '' : ' or external id'} of ${kind} of the company`,
  };
}

/**
 * A target by a characteristic carries what the type of the characteristic takes: a `DATE` a date in `value`, the
 * others the id of an allowed value or node in `id` or `value`, a `BOOLEAN` also true or false in `value`.
 */
function characteristicIssues(
  { id, questionType, value }: ActionCharacteristic,
  known: KnownCharacteristic | undefined,
  path: string,
): ValidationIssue[] {
  if (!known) return [reference(`${path}.characteristicId`, 'a characteristic')];
  const { type, valueIds } = known;
  const issues: ValidationIssue[] = [];
  const add = (property: string, code: string, message: string): void => {
    issues.push({ path: `${path}.${property}`, code, message });
  };
  if (questionType !== undefined && questionType !== type) {
    add('questionType', 'NOT_ALLOWED', `must be ${type}, the type of the characteristic`);
  }
  if (type === 'DATE') {
    if (id !== undefined)
      add('id', 'NOT_ALLOWED', 'must be absent: a characteristic of type DATE takes value');
    if (value === undefined) add('value', 'REQUIRED', 'is required by a characteristic of type DATE');
    else if (typeof value !== 'string' || !parseDateTime(value)) add('value', 'DATE_TIME', 'must be a date');
    return issues;
  }
  const kind = type === 'TREE' ? 'a node' : 'an allowed value';
  const expected = `the id or external id of ${kind} of the characteristic`;
  if (id === undefined && value === undefined) add('id', 'REQUIRED', `is required: ${expected}`);
  if (id !== undefined && !valueIds.has(id)) add('id', 'UNKNOWN_REFERENCE', `must be ${expected}`);
  const isFlag = type === 'BOOLEAN' && typeof value === 'boolean';
  if (value !== undefined && !isFlag && !(typeof value === 'string' && valueIds.has(value))) {
    add('value', 'UNKNOWN_REFERENCE', `must be ${type === 'BOOLEAN' ? 'true, false or ' : ''}${expected}`);
  }
  return issues;
}

/** The properties of a target that are filled in or converted. */
function valueOf(
  { value }: ActionCharacteristic,
  known: KnownCharacteristic | undefined,
): Pick<ActionCharacteristic, 'questionType' | 'value'> {
  if (!known) return {};
  const { type } = known;
  const date = type === 'DATE' && typeof value === 'string' ? parseDateTime(value) : undefined;
  return { questionType: type, ...(date && { value: date.toISOString() }) };
}
