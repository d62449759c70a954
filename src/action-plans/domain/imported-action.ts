import { dateTimeIssues, parseDateTime } from '../../shared-kernel/date-time.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { idIssues, newId, timeOfId } from '../../shared-kernel/id.js';
import { toMultiLanguage, type MultiLanguage } from '../../shared-kernel/multi-language.js';
import { arrayOf, ignored, objectIssues, objectOf, oneOf, required } from '../../shared-kernel/shape.js';
import type { Rule, Shape } from '../../shared-kernel/shape.js';
import { filledTextIssues, textIssues } from '../../shared-kernel/text.js';
import type { ActionState, AssigneeStatus, FocusItem, Note } from './action.js';
import {
  ACTION_SOURCES,
  ACTION_STATUSES,
  ACTION_TYPES,
  FOCUS_TYPES,
  NOTE_VISIBILITIES,
  QUESTION_TYPES,
  VISIBILITIES,
} from './enumerations.js';
import { PLAN_LIMITS, PLAN_RULES } from './plan.rules.js';

const issue = (path: string, code: string, message: string): ValidationIssue => ({ path, code, message });

/** The id of something that other contexts or systems keep. */
export const reference: Rule = (value) => filledTextIssues(value, PLAN_LIMITS.reference);

/** The id of what a record belongs to; nothing belongs to two. */
export function belongingTo(owner: string): Rule {
  return (value) => (value === owner ? [] : [issue('', 'FOREIGN', `must be ${owner}, to which it belongs`)]);
}

const finiteNumber: Rule = (value) =>
  Number.isFinite(value) ? [] : [issue('', 'WRONG_TYPE', 'must be a number')];
const scalar: Rule = (value) =>
  typeof value === 'string'
    ? textIssues(value, PLAN_LIMITS.reference)
    : typeof value === 'boolean'
      ? []
      : finiteNumber(value);

/** `updatedAt` does not come before `createdAt`. */
export function timeOrderIssues(record: unknown): ValidationIssue[] {
  const { createdAt, updatedAt } = momentsOf(record);
  const isWrong = createdAt && updatedAt && updatedAt < createdAt;
  return isWrong ? [issue('updatedAt', 'DATES_DISAGREE', 'must not be before createdAt')] : [];
}

/** What has not begun has no start, only what is completed has an end, and it ends after it began. */
function progressIssues(record: unknown): ValidationIssue[] {
  const { startedAt, completedAt } = momentsOf(record);
  const { status = 'PENDING' } = (record ?? {}) as { status?: unknown };
  const issues: ValidationIssue[] = [];
  if (startedAt && status === 'PENDING') {
    issues.push(issue('startedAt', 'DATES_DISAGREE', 'must not be set while the status is PENDING'));
  }
  if (completedAt && status !== 'COMPLETED') {
    issues.push(issue('completedAt', 'DATES_DISAGREE', 'must be set only where the status is COMPLETED'));
  }
  if (startedAt && completedAt && completedAt < startedAt) {
    issues.push(issue('completedAt', 'DATES_DISAGREE', 'must not be before startedAt'));
  }
  return issues;
}

/** An array whose entries differ in a member. */
export function distinctBy(member: string, entry: Rule): Rule {
  return (value) => {
    const issues = [...arrayOf(entry)(value)];
    if (!Array.isArray(value)) return issues;
    const seen = new Set<unknown>();
    value.forEach((item: unknown, index) => {
      const key = (item as Record<string, unknown> | null)?.[member] ?? undefined;
      if (key === undefined) return;
      if (seen.has(key)) issues.push(issue(`[${index}].${member}`, 'NOT_UNIQUE', 'must not occur twice'));
      seen.add(key);
    });
    return issues;
  };
}

const focusItem = objectOf({
  focusType: required(oneOf(FOCUS_TYPES)),
  focusId: reference,
  targetValue: finiteNumber,
  targetTimestamp: dateTimeIssues,
});
const assigneeShape = {
  assigneeId: required(reference),
  status: required(oneOf(ACTION_STATUSES)),
  startedAt: dateTimeIssues,
  completedAt: dateTimeIssues,
};
const assigneeStatus: Rule = (value) => [...objectIssues(value, assigneeShape), ...progressIssues(value)];
const characteristic = objectOf({
  characteristicId: reference,
  id: reference,
  questionType: oneOf(QUESTION_TYPES),
  value: scalar,
});
const note = objectOf({
  id: idIssues,
  authorId: required(reference),
  content: required((value) => textIssues(value, PLAN_LIMITS.note)),
  visibility: oneOf(NOTE_VISIBILITIES),
  createdAt: dateTimeIssues,
});

/** The rule of an action of a plan in the shape in which the API shows it. What is computed is ignored. */
export function actionOf(companyId: string, planId: string): Rule {
  const shape: Shape = {
    id: idIssues,
    companyId: belongingTo(companyId),
    planId: belongingTo(planId),
    plan: ignored,
    title: required(PLAN_RULES.title),
    description: PLAN_RULES.description,
    focusItems: arrayOf(focusItem),
    assigneeStatuses: distinctBy('assigneeId', assigneeStatus),
    hierarchyIds: arrayOf(reference),
    groupIds: arrayOf(reference),
    characteristics: arrayOf(characteristic),
    actionType: oneOf(ACTION_TYPES),
    source: oneOf(ACTION_SOURCES),
    visibility: oneOf(VISIBILITIES),
    status: oneOf(ACTION_STATUSES),
    completionPercent: ignored,
    dueDate: dateTimeIssues,
    startedAt: dateTimeIssues,
    completedAt: dateTimeIssues,
    createdBy: reference,
    createdAt: dateTimeIssues,
    updatedAt: dateTimeIssues,
    notes: distinctBy('id', note),
  };
  return (value) => [...objectIssues(value, shape), ...progressIssues(value), ...timeOrderIssues(value)];
}

/** A record whose members have been checked; absent ones may be null. */
export type Checked<T> = { readonly [Member in keyof T]?: Raw<T[Member]> | null };
type Raw<T> = T extends Date ? string : T extends readonly (infer Entry)[] ? readonly Checked<Entry>[] : T;

/** An action from a record that follows {@link actionOf}. Times that are not told are those of the id. */
export function toAction(checked: Checked<ActionState>): ActionState {
  const id = checked.id ?? newId();
  const createdAt = moment(checked.createdAt) ?? timeOfId(id);
  return {
    ...(present(checked) as unknown as ActionState),
    id,
    title: toMultiLanguage(checked.title as MultiLanguage),
    description: checked.description ? toMultiLanguage(checked.description) : undefined,
    focusItems: (checked.focusItems ?? []).map((item) => ({
      ...(present(item) as unknown as FocusItem),
      targetTimestamp: moment(item.targetTimestamp),
    })),
    assigneeStatuses: (checked.assigneeStatuses ?? []).map((item) => ({
      ...(present(item) as unknown as AssigneeStatus),
      startedAt: moment(item.startedAt),
      completedAt: moment(item.completedAt),
    })),
    hierarchyIds: checked.hierarchyIds ?? [],
    groupIds: checked.groupIds ?? [],
    characteristics: (checked.characteristics ?? []).map(present) as ActionState['characteristics'],
    actionType: checked.actionType ?? 'MANAGER',
    source: checked.source ?? 'MANUAL',
    visibility: checked.visibility ?? 'PRIVATE',
    status: checked.status ?? 'PENDING',
    dueDate: moment(checked.dueDate),
    startedAt: moment(checked.startedAt),
    completedAt: moment(checked.completedAt),
    createdAt,
    updatedAt: moment(checked.updatedAt) ?? createdAt,
    notes: (checked.notes ?? []).map(toNote),
  };
}

function toNote(checked: Checked<Note>): Note {
  const id = checked.id ?? newId();
  return {
    id,
    authorId: checked.authorId as string,
    content: checked.content as string,
    visibility: checked.visibility ?? 'SHARED',
    createdAt: moment(checked.createdAt) ?? timeOfId(id),
  };
}

/** The moment that a checked text names. */
export function moment(text: string | null | undefined): Date | undefined {
  return typeof text === 'string' ? parseDateTime(text) : undefined;
}

function momentsOf(record: unknown): Record<string, Date | undefined> {
  const texts = Object.entries(record ?? {}).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(texts.map(([name, value]) => [name, moment(value as string)]));
}

function present<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)) as T;
}
