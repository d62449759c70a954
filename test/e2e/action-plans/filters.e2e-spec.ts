import fc from 'fast-check';
import { ActionPlanImporter } from '../../../src/action-plans/index.js';
import {
  ACTION_STATUSES,
  ACTION_TYPES,
  FOCUS_TYPES,
  VISIBILITIES,
} from '../../../src/action-plans/domain/enumerations.js';
import { minimalAction, noteRecord, planRecord, PLANS, type Body } from '../../support/builders/plan.js';
import { TestApp } from '../../support/test-app.js';

/** Data sets, and lists asked of each. */
const DATA_SETS = 12;
const LISTS = 40;

interface Text {
  readonly defaultValue: string;
  readonly langValues?: Record<string, string>;
}

interface Action {
  readonly id: string;
  readonly title: Text;
  readonly description?: Text;
  readonly status: string;
  readonly dueDate?: string;
  readonly actionType: string;
  readonly focusItems: readonly { focusType: string }[];
  readonly assigneeStatuses: readonly { assigneeId: string; status: string }[];
  readonly hierarchyIds: readonly string[];
  readonly createdAt: string;
  readonly notes: readonly { id: string; authorId: string; visibility: string; createdAt: string }[];
}

interface Plan {
  readonly id: string;
  readonly visibility: string;
  readonly createdBy?: string;
  readonly createdAt: string;
  readonly actions: readonly Action[];
}

interface Filter {
  readonly from?: number;
  readonly to?: number;
  readonly status?: string;
  readonly focusType?: string;
  readonly hierarchyId?: string;
  readonly assigneeId?: string;
  readonly actionType?: string;
  readonly q?: string;
  readonly overdue?: boolean;
  readonly createdBy?: string;
}

const PEOPLE = ['ann', 'bob', 'cem'];
const DUE_DATES = ['2020-02-28T00:00:00.000Z', '2020-02-28T13:30:00.001Z', '2190-01-01T00:00:00.000Z'];
const AREAS = ['north', 'south', 'n:o', '%'];
const PIECES = [
  ...[
    '%',
    'qx',
    'zqxj',
    '_',
    '\\',
    "'",
    '"',
    'É',
    'é',
    'e\u0301',
    'İ',
    'i',
    'I',
    'ı',
    'ß',
    'ẞ',
    'SS',
    'Σ',
    'ς',
    'σ',
    'Ж',
    'ж',
  ],
  ...['a', 'B', ' ', '-', 'plan', 'PLAN', 'Zug', '日本', '👩🏽‍🚀', '${x}', '$1', 'Ǆ', 'ﬁ', '.*', '0'],
];

/** The specified search: literal, case-insensitive; a final sigma equals a sigma. */
const fold = (text: string) =>
  text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
const textsOf = ({ title, description }: Action) =>
  [title, description].flatMap((text) =>
    text ? [text.defaultValue, ...Object.values(text.langValues ?? {})] : [],
  );

const isOverdue = ({ status, dueDate }: Action) =>
  dueDate?.startsWith('2020') === true && !['COMPLETED', 'CANCELLED'].includes(status);

function isMatch(
  action: Action,
  { status, focusType, hierarchyId, assigneeId, actionType, q, overdue }: Filter,
): boolean {
  return (
    (status === undefined || action.status === status) &&
    (actionType === undefined || action.actionType === actionType) &&
    (focusType === undefined || action.focusItems.some((item) => item.focusType === focusType)) &&
    (hierarchyId === undefined || action.hierarchyIds.includes(hierarchyId)) &&
    (assigneeId === undefined || action.assigneeStatuses.some((item) => item.assigneeId === assigneeId)) &&
    (overdue !== true || isOverdue(action)) &&
    (q === undefined || textsOf(action).some((text) => fold(text).includes(fold(q))))
  );
}

const percent = (all: readonly { status: string }[]) =>
  all.length === 0
    ? 0
    : Math.floor((100 * all.filter(({ status }) => status === 'COMPLETED').length) / all.length);
const byTime = (one: { createdAt: string; id: string }, other: { createdAt: string; id: string }) =>
  one.createdAt + one.id < other.createdAt + other.id ? -1 : 1;

/** The expected list, with the properties that depend on filters, privacy and computation. */
function expected(plans: readonly Plan[], viewer: string, filter: Filter): object {
  const { from = 0, to = from < 10 ? 10 : from + 10, createdBy: creator, ...set } = filter;
  const isFiltered = Object.values(set).some((value) => value !== false);
  const visible = plans
    .filter(
      ({ visibility, createdBy }) =>
        (visibility === 'PUBLIC' || createdBy === undefined || createdBy === viewer) &&
        (creator === undefined || createdBy === creator),
    )
    .map((plan) => ({ plan, actions: plan.actions.filter((action) => isMatch(action, set)).sort(byTime) }))
    .filter(({ actions }) => !isFiltered || actions.length > 0)
    .sort((one, other) => byTime(other.plan, one.plan));
  const result = visible.slice(from, to).map(({ plan, actions }) => ({
    id: plan.id,
    completionPercent: percent(plan.actions),
    actions: actions.map((action) => ({
      id: action.id,
      completionPercent:
        action.assigneeStatuses.length > 0 ? percent(action.assigneeStatuses) : percent([action]),
      notes: [...action.notes]
        .filter(({ visibility, authorId }) => visibility === 'SHARED' || authorId === viewer)
        .sort(byTime)
        .map(({ id }) => id),
    })),
  }));
  return { from, to, total: visible.length, result };
}

function shown({ from, to, total, result }: Body): object {
  const plans = (result as (Body & { actions: (Body & { notes: Body[] })[] })[]).map(
    ({ id, completionPercent, actions }) => ({
      id,
      completionPercent,
      actions: actions.map((action) => ({
        id: action['id'],
        completionPercent: action['completionPercent'],
        notes: action.notes.map((note) => note['id']),
      })),
    }),
  );
  return { from, to, total, result: plans };
}

const text = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(''));
const texts = fc.record(
  {
    defaultValue: text.filter((value) => value.trim() !== ''),
    langValues: fc.dictionary(fc.constantFrom('de', 'pt-BR', 'tr'), text, { maxKeys: 2 }),
  },
  { requiredKeys: ['defaultValue'] },
);
const moment = fc.integer({ min: 0, max: 5 }).map((ms) => new Date(Date.UTC(2026, 0, 1) + ms).toISOString());

const dataSet = (people: readonly string[]) => {
  const person = fc.constantFrom(...people);
  const note = fc
    .record({ authorId: person, visibility: fc.constantFrom('SHARED', 'PRIVATE'), createdAt: moment })
    .map(noteRecord);
  const action = fc
    .record(
      {
        title: texts,
        description: texts,
        status: fc.constantFrom(...ACTION_STATUSES),
        dueDate: fc.constantFrom(...DUE_DATES),
        actionType: fc.constantFrom(...ACTION_TYPES),
        focusItems: fc.array(fc.record({ focusType: fc.constantFrom(...FOCUS_TYPES) }), { maxLength: 3 }),
        assigneeStatuses: fc.uniqueArray(
          fc.record({ assigneeId: fc.constantFrom(...PEOPLE), status: fc.constantFrom(...ACTION_STATUSES) }),
          { maxLength: 3, selector: ({ assigneeId }) => assigneeId },
        ),
        hierarchyIds: fc.array(fc.constantFrom(...AREAS), { maxLength: 3 }),
        createdAt: moment,
        notes: fc.array(note, { maxLength: 3 }),
      },
      {
        requiredKeys: [
          'title',
          'status',
          'actionType',
          'focusItems',
          'assigneeStatuses',
          'hierarchyIds',
          'createdAt',
          'notes',
        ],
      },
    )
    .map(minimalAction);
  const plan = fc
    .record(
      {
        visibility: fc.constantFrom(...VISIBILITIES),
        createdBy: person,
        createdAt: moment,
        actions: fc.array(action, { maxLength: 5 }),
      },
      { requiredKeys: ['visibility', 'createdAt', 'actions'] },
    )
    .map(planRecord);
  return fc.array(plan, { minLength: 1, maxLength: 25 }) as unknown as fc.Arbitrary<Plan[]>;
};

/** A part of a text of one of the plans, so that the search finds something. */
function partOfText(plans: readonly Plan[]): fc.Arbitrary<string>[] {
  const all = plans.flatMap(({ actions }) => actions.flatMap(textsOf)).filter((each) => each !== '');
  if (all.length === 0) return [];
  const part = fc
    .tuple(fc.constantFrom(...all), fc.nat({ max: 20 }), fc.integer({ min: 1, max: 4 }))
    .map(([whole, at, length]) => {
      const characters = Array.from(whole);
      const start = at % characters.length;
      return characters.slice(start, start + length).join('');
    });
  return [part];
}

/** Any filters; often only one or two, since few actions satisfy more. */
function filtersOf(plans: readonly Plan[], people: readonly string[]): fc.Arbitrary<Filter> {
  const anyText = fc
    .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.join(''));
  const q = fc.oneof(anyText, ...partOfText(plans));
  const narrowing = {
    status: fc.constantFrom(...ACTION_STATUSES),
    focusType: fc.constantFrom(...FOCUS_TYPES),
    hierarchyId: fc.constantFrom(...AREAS, 'nowhere'),
    assigneeId: fc.constantFrom(...PEOPLE, 'nobody'),
    actionType: fc.constantFrom(...ACTION_TYPES),
    overdue: fc.boolean(),
    createdBy: fc.constantFrom(...people, 'nobody'),
  };
  const window = { from: fc.integer({ min: 0, max: 8 }), to: fc.integer({ min: 8, max: 30 }) };
  const names = Object.keys(narrowing) as (keyof typeof narrowing)[];
  return fc.oneof(
    fc.record({ ...window, ...narrowing, q }, { requiredKeys: [] }),
    fc.constantFrom(...names).chain((name) => fc.record({ [name]: narrowing[name], q })),
    fc.constantFrom(...names).chain((name) => fc.record({ ...window, [name]: narrowing[name] })),
    fc
      .subarray(names, { minLength: 2, maxLength: 3 })
      .chain((some) => fc.record(Object.fromEntries(some.map((name) => [name, narrowing[name]])))),
  );
}

const queryOf = (filter: Filter) =>
  Object.entries(filter)
    .map(([name, value]) => `${name}=${encodeURIComponent(value as string | number | boolean)}`)
    .join('&');

describe('the list of plans', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  it('answers what a model of the specification says, for any data, reader and filter', async () => {
    const companyId = await app.company();
    const callers = [await app.user('MANAGER', companyId), await app.user('ADMIN', companyId)];
    const people = callers.map(({ userId }) => userId);
    const lists = (plans: Plan[]) =>
      fc.array(fc.tuple(fc.constantFrom(...callers.keys()), filtersOf(plans, people)), {
        minLength: LISTS,
        maxLength: LISTS,
      });
    const cases = dataSet(people).chain((plans) => fc.tuple(fc.constant(plans), lists(plans)));
    await fc.assert(
      fc.asyncProperty(cases, async ([plans, filters]) => {
        await app.sql('DELETE FROM action_plan WHERE company_id = $1', [companyId]);
        const records = plans.map((plan) => ({ ...plan, updatedAt: '2026-02-01T00:00:00.000Z' }));
        await app.app.get(ActionPlanImporter).import(companyId, records);
        const unfiltered = callers.map((_, index): [number, Filter] => [index, {}]);
        for (const [index, filter] of [...unfiltered, ...filters]) {
          const { status, body } = await callers[index]!.get(`${PLANS}?${queryOf(filter)}`);
          expect(status).toBe(200);
          expect(shown(body)).toEqual(expected(plans, people[index]!, filter));
        }
      }),
      { numRuns: DATA_SETS, endOnFailure: true },
    );
  });
});
