import fc, { type Arbitrary } from 'fast-check';
import { newId } from '../../../src/shared-kernel/id.js';
import type { Body } from '../builders/plan.js';
import type { WorkforceFixture } from '../workforce-fixture.js';
import type { Action, Note, PlanModel } from './model.js';
import { step, type WeightedStep } from './step.js';

/** Data that plans refer to. */
export interface World {
  readonly workforce: WorkforceFixture;
  /** Employees; the first is the worker. */
  readonly people: string[];
}

/** Every request that changes a plan, or reads a part of it. */
export function stepsIn(world: World): WeightedStep[] {
  return [...planSteps(), ...actionSteps(world), ...assigneeSteps(world), ...noteSteps()];
}

const STATUSES = ['PENDING', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED'];
export const TEXTS = [
  { defaultValue: 'Calm' },
  { defaultValue: 'Calmer', langValues: { es: ' ' } },
  { defaultValue: 'Calmest', langValues: { de: 'Ruhe', 'pt-BR': 'Calma' } },
];
const BLANK = { title: { defaultValue: ' ' } };
const UNKNOWN_ID = newId();

/** Computed properties, which are ignored. */
const COMPUTED = { id: newId(), createdBy: newId(), createdAt: '2026-01-01', updatedAt: null };

/** A body, with or without computed properties; `flaw` is the status for one that is refused. */
interface Sent {
  readonly body: Body;
  readonly computed: Body;
  readonly flaw: number | undefined;
}

function sent(allowed: Arbitrary<Body>, ...flawed: readonly Body[]): Arbitrary<Sent> {
  const computed = fc.constantFrom({}, {}, COMPUTED);
  return fc.oneof(
    { weight: 9, arbitrary: fc.record({ body: allowed, computed, flaw: fc.constant(undefined) }) },
    {
      weight: 1,
      arbitrary: fc.record({ body: fc.constantFrom(...flawed), computed, flaw: fc.constant(400) }),
    },
  );
}

/** Some of the properties; null counts as absent. */
function some(
  properties: Readonly<Record<string, Arbitrary<unknown>>>,
  required: readonly string[] = [],
): Arbitrary<Body> {
  const entries = Object.entries(properties).map(([name, values]) => [
    name,
    required.includes(name) ? values : fc.option(values, { freq: 8 }),
  ]);
  const all = Object.fromEntries(entries) as Record<string, Arbitrary<unknown>>;
  return fc.record(all, { requiredKeys: [...required] });
}

/** Places in a list; the last is an unknown one. */
const NTH = fc.nat(9);
const at = <Item>(items: readonly Item[] = [], nth: number): Item | undefined =>
  nth === 9 ? undefined : items[nth % items.length];
const actionAt = ({ plan }: PlanModel, nth: number): Action | undefined => at(plan?.actions, nth);
const pathTo = (action?: Action): string => `/actions/${action?.id ?? UNKNOWN_ID}`;
const pathToNote = (action?: Action, note?: Note): string =>
  `${pathTo(action)}/notes/${note?.id ?? UNKNOWN_ID}`;

function planSteps(): WeightedStep[] {
  const text = fc.constantFrom(...TEXTS);
  const content = some({ title: text, description: text, visibility: fc.constantFrom('PUBLIC', 'PRIVATE') });
  return [
    step(3, 'changes the plan', sent(content, BLANK), (model, who, { body, computed, flaw }) => ({
      method: 'PATCH',
      path: '',
      body: { ...body, ...computed },
      refusal: model.refusalToManage(who) ?? flaw,
      apply: () => model.changePlan(body),
      answer: () => model.seenBy(who),
    })),
    step(1, 'deletes the plan', fc.constant(null), (model, who) => ({
      method: 'DELETE',
      path: '',
      refusal: model.refusalToDelete(who),
      status: 204,
      apply: () => model.deletePlan(),
    })),
  ];
}

function actionSteps({ workforce, people }: World): WeightedStep[] {
  const { team, department, groups, shift, start } = workforce;
  const text = fc.constantFrom(...TEXTS);
  const status = fc.constantFrom(...STATUSES);
  const content = {
    title: text,
    description: text,
    focusItems: fc.constantFrom(
      [],
      [{ focusType: 'ENPS' }],
      [{ focusType: 'SCORE', focusId: 'any', targetValue: 7.5 }],
    ),
    hierarchyIds: fc.subarray([team.id, department.id]),
    groupIds: fc.subarray(groups.map(({ id }) => id)),
    characteristics: fc.subarray([
      { characteristicId: shift.id, questionType: 'LIST', id: shift.allowedValues[0]!.id },
      { characteristicId: start.id, questionType: 'DATE', value: '2024-03-01T00:00:00.000Z' },
    ]),
    actionType: fc.constantFrom('MANAGER', 'COMPANY'),
    source: fc.constantFrom('MANUAL', 'AI'),
    visibility: fc.constantFrom('PUBLIC', 'PRIVATE'),
    dueDate: fc.constant('2027-03-31T00:00:00.000Z'),
    status,
  };
  const flaws = [
    BLANK,
    ...[
      { status: 'EXPIRED' },
      { hierarchyIds: [UNKNOWN_ID] },
      { groupIds: [UNKNOWN_ID] },
      { characteristics: [{ characteristicId: shift.id, id: UNKNOWN_ID }] },
      { assigneeIds: [UNKNOWN_ID] },
      { unknown: 1 },
    ].map((flaw) => ({ title: TEXTS[0], ...flaw })),
  ];
  const assignees = fc.oneof(
    { weight: 2, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.subarray(people).map((assigneeIds) => ({ assigneeIds })) },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.shuffledSubarray(people), fc.infiniteStream(status)).map(([ids, statuses]) => ({
        assigneeStatuses: ids.map((assigneeId) => ({
          assigneeId,
          status: statuses.next().value as string,
        })),
      })),
    },
  );
  const created = fc
    .tuple(some(content, ['title']), assignees)
    .map(([body, assigned]) => ({ ...body, ...assigned }));
  const both = { title: TEXTS[0], assigneeIds: [], assigneeStatuses: [] };
  return [
    step(
      12,
      'creates an action',
      sent(created, ...flaws, {}, both),
      (model, who, { body, computed, flaw }) => ({
        method: 'POST',
        path: '/actions',
        body: { ...body, ...computed },
        refusal:
          model.refusalToManage(who) ??
          flaw ??
          model.refusalOfType(who, body['actionType']) ??
          model.refusalOfNewStatus(body),
        apply: (id) => model.addAction(who, id, body),
        answer: (id) => model.actionSeenBy(who, id),
      }),
    ),
    step(
      8,
      'changes an action',
      fc.tuple(NTH, sent(fc.oneof(some(content), fc.record({ status })), ...flaws)),
      (model, who, [nth, { body, computed, flaw }]) => {
        const action = actionAt(model, nth);
        const { malformed, conflict } = model.refusalOfStatus(body['status'], action);
        return {
          method: 'PATCH',
          path: pathTo(action),
          body: { ...body, ...computed },
          refusal:
            model.refusalToChangeAction(who, action) ??
            (body['status'] === 'EXPIRED' ? malformed : flaw) ??
            model.refusalOfType(who, body['actionType'], action) ??
            conflict,
          apply: () => model.changeAction(action!, body),
          answer: (id) => model.actionSeenBy(who, id),
        };
      },
    ),
    step(2, 'reads an action', NTH, (model, who, nth) => {
      const action = actionAt(model, nth);
      const refusal = model.refusalToReadAction(who, action);
      return { method: 'GET', path: pathTo(action), refusal, answer: (id) => model.actionSeenBy(who, id) };
    }),
    step(2, 'deletes an action', NTH, (model, who, nth) => {
      const action = actionAt(model, nth);
      return {
        method: 'DELETE',
        path: pathTo(action),
        refusal: model.refusalToChangeAction(who, action),
        status: 204,
        apply: () => model.deleteAction(action!),
      };
    }),
  ];
}

function assigneeSteps({ people }: World): WeightedStep[] {
  const person = fc.constantFrom(...people, people[0]!, UNKNOWN_ID);
  const status = fc.constantFrom(...STATUSES, ...STATUSES, 'EXPIRED');
  return [
    step(14, 'sets a status', fc.record({ nth: NTH, person, status }), (model, who, { nth, ...given }) => {
      const action = actionAt(model, nth);
      const isUnknown = !model.knowsPerson(given.person);
      const flaw = given.status === 'EXPIRED' ? 400 : isUnknown ? 404 : undefined;
      return {
        method: 'PUT',
        path: `${pathTo(action)}/assignees/${given.person}`,
        body: { status: given.status },
        refusal: model.refusalToSetStatus(who, { action, personId: given.person }) ?? flaw,
        apply: () => model.setStatus(action!, given.person, given.status),
        answer: (id) => model.actionSeenBy(who, id),
      };
    }),
    step(5, 'removes an assignee', fc.tuple(NTH, NTH), (model, who, [nth, personNth]) => {
      const action = actionAt(model, nth);
      const personId = at(action?.assigneeStatuses, personNth)?.assigneeId ?? UNKNOWN_ID;
      return {
        method: 'DELETE',
        path: `${pathTo(action)}/assignees/${personId}`,
        refusal: model.refusalToUnassign(who, { action, personId }),
        apply: () => model.removeAssignee(action!, personId),
        answer: (id) => model.actionSeenBy(who, id),
      };
    }),
  ];
}

function noteSteps(): WeightedStep[] {
  const content = {
    content: fc.constantFrom('Done.', 'Two\nlines'),
    visibility: fc.constantFrom('SHARED', 'PRIVATE'),
  };
  const place = fc.tuple(NTH, NTH);
  const find = (
    model: PlanModel,
    [nth, noteNth]: [number, number],
  ): [Action | undefined, Note | undefined] => {
    const action = actionAt(model, nth);
    return [action, at(action?.notes, noteNth)];
  };
  const noteOf = ({ plan }: PlanModel, id: string): unknown =>
    plan?.actions.flatMap(({ notes }) => notes).find((note) => note.id === id);
  const flaw = { content: ' ' };
  return [
    step(
      5,
      'adds a note',
      fc.tuple(NTH, sent(some(content, ['content']), flaw, {})),
      (model, who, [nth, given]) => {
        const action = actionAt(model, nth);
        return {
          method: 'POST',
          path: `${pathTo(action)}/notes`,
          body: given.body,
          refusal: model.refusalToReadAction(who, action) ?? given.flaw,
          apply: (id) => model.addNote(who, action!, id, given.body),
          answer: (id) => noteOf(model, id),
        };
      },
    ),
    step(5, 'changes a note', fc.tuple(place, sent(some(content), flaw)), (model, who, [where, given]) => {
      const [action, note] = find(model, where);
      return {
        method: 'PATCH',
        path: pathToNote(action, note),
        body: given.body,
        refusal: model.refusalToChangeNote(who, action, note) ?? given.flaw,
        apply: () => model.changeNote(action!, note!, given.body),
        answer: (id) => noteOf(model, id),
      };
    }),
    step(3, 'deletes a note', place, (model, who, where) => {
      const [action, note] = find(model, where);
      return {
        method: 'DELETE',
        path: pathToNote(action, note),
        refusal: model.refusalToDeleteNote(who, action, note),
        status: 204,
        apply: () => model.deleteNote(action!, note!),
      };
    }),
  ];
}
