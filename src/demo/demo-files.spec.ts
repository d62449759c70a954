import fc from 'fast-check';
import { mapTexts, readDemoCompanies } from './demo-files.js';

interface Area {
  readonly id: string;
  readonly children?: readonly Area[];
}

interface Characteristic {
  readonly id: string;
  readonly type: string;
  readonly allowedValues?: readonly { readonly id: string }[];
  readonly nodes?: readonly { readonly id: string }[];
}

interface Employee {
  readonly id: string;
  readonly name?: string;
  readonly email?: string;
  readonly externalId?: string;
  readonly hierarchyId?: string;
  readonly profile: readonly {
    readonly id: string;
    readonly date?: string;
    readonly valueId?: string;
    readonly leafId?: string;
  }[];
  readonly groupIds?: readonly string[];
  readonly role: string;
  readonly managedHierarchies?: readonly string[];
  readonly activated: boolean;
  readonly deleted: boolean;
  readonly turnoverDate?: string;
  readonly turnoverType?: string;
}

interface Plan {
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly actions: readonly {
    readonly dueDate?: string;
    readonly notes?: readonly { visibility: string }[];
  }[];
}

interface Entry {
  readonly email?: string;
  readonly startTime: string;
  readonly endTime?: string;
  readonly breaks?: readonly {
    readonly startTime: string;
    readonly endTime: string;
    readonly duration: number;
  }[];
  readonly periodType: string;
  readonly changeHistory?: readonly { readonly changedAt: string }[];
}

interface Lists {
  readonly areas: readonly Area[];
  readonly groups: readonly { readonly id: string }[];
  readonly characteristics: readonly Characteristic[];
  readonly employees: readonly Employee[];
  readonly plans: readonly Plan[];
  readonly timesheets: readonly (Entry & { readonly active: boolean })[];
  readonly deletedTimesheets: readonly (Entry & {
    readonly deletedAt: string;
    readonly deletedReason: string;
  })[];
}

const NOW = Date.parse('2026-11-20T15:30:00.000Z');
const DAY_MS = 86_400_000;

const listsOf = (at: number, now = NOW): Lists => readDemoCompanies(now)[at]!.lists as never;
const allAreas = (areas: readonly Area[]): Area[] =>
  areas.flatMap((area) => [area, ...allAreas(area.children ?? [])]);
const given = (values: readonly (string | undefined)[]) => values.filter((value) => value !== undefined);

describe.each(readDemoCompanies(NOW).map((company, at) => ({ ...company, at })))(
  'the file of $name',
  ({ at, users, timeZone }) => {
    const { areas, groups, characteristics, employees, plans, timesheets, deletedTimesheets } = listsOf(at);
    const live = employees.filter(({ deleted }) => !deleted);

    it('is a company of some size', () => {
      const depthOf = ({ children = [] }: Area): number => 1 + Math.max(0, ...children.map(depthOf));
      expect(Math.max(...areas.map(depthOf))).toBeGreaterThanOrEqual(3);
      expect(allAreas(areas).length).toBeGreaterThanOrEqual(20);
      expect(groups.length).toBeGreaterThanOrEqual(4);
      expect(new Set(characteristics.map(({ type }) => type)).size).toBe(4);
      expect(employees.length).toBeGreaterThanOrEqual(60);
      expect(timesheets.length).toBeGreaterThanOrEqual(500);
      expect(deletedTimesheets.length).toBeGreaterThanOrEqual(10);
    });

    it('has an employee in every area and group, and for every value and node', () => {
      const used = new Set(
        live.flatMap(({ hierarchyId, groupIds = [], profile }) => [
          hierarchyId,
          ...groupIds,
          ...profile.flatMap(({ id, date, valueId, leafId }) => [date && id, valueId, leafId]),
        ]),
      );
      const values = characteristics.flatMap(({ id, type, allowedValues = [], nodes = [] }) =>
        type === 'DATE' ? [{ id }] : [...allowedValues, ...nodes],
      );
      const unused = [...allAreas(areas), ...groups, ...values].filter(({ id }) => !used.has(id));
      expect(unused).toEqual([]);
    });

    it('refers only to what it contains', () => {
      const areaIds = new Set(allAreas(areas).map(({ id }) => id));
      const groupIds = new Set(groups.map(({ id }) => id));
      const values = new Map(
        characteristics.map(({ id, allowedValues = [], nodes = [] }) => [
          id,
          new Set([...allowedValues, ...nodes].map((value) => value.id)),
        ]),
      );
      for (const employee of employees) {
        for (const id of given([employee.hierarchyId, ...(employee.managedHierarchies ?? [])])) {
          expect(areaIds).toContain(id);
        }
        for (const id of employee.groupIds ?? []) expect(groupIds).toContain(id);
        for (const { id, date, valueId, leafId } of employee.profile) {
          expect(given([date, valueId, leafId])).toHaveLength(1);
          if (date === undefined) expect(values.get(id)).toContain(valueId ?? leafId);
        }
      }
    });

    it('identifies each employee by an id, and by an e-mail, an externalId or both', () => {
      for (const property of ['id', 'email', 'externalId'] as const) {
        const all = given(employees.map((employee) => employee[property]));
        expect(new Set(all).size).toBe(all.length);
        if (property !== 'id') expect(all.length).toBeLessThan(employees.length);
      }
      expect(
        employees.filter(({ email, externalId }) => email === undefined && externalId === undefined),
      ).toEqual([]);
      expect(
        employees.slice(0, users.length).map(({ id, name, email, role }) => ({ id, name, email, role })),
      ).toEqual(users.map(({ id, name, email, role }) => ({ id, name, email, role })));
    });

    it('has employees without a name, not activated, of every kind of turnover, and advisors of areas', () => {
      expect(live.some(({ name }) => name === undefined)).toBe(true);
      expect(live.some(({ activated }) => !activated)).toBe(true);
      expect(live.some(({ hierarchyId }) => hierarchyId === undefined)).toBe(true);
      expect(new Set(given(employees.map(({ turnoverType }) => turnoverType)))).toEqual(
        new Set(['VOLUNTARY', 'INVOLUNTARY', 'OTHER']),
      );
      expect(
        live.some(({ role, managedHierarchies }) => role === 'ADVISOR' && managedHierarchies !== undefined),
      ).toBe(true);
    });

    it('has all kinds of work, corrected, not over yet, and deleted', () => {
      expect(new Set(timesheets.map(({ periodType }) => periodType))).toEqual(
        new Set(['ACTIVE', 'ON_CALL', 'TRAVEL', 'ABSENCE']),
      );
      expect(timesheets.some(({ active, endTime }) => active && endTime === undefined)).toBe(true);
      expect(timesheets.some(({ changeHistory }) => changeHistory !== undefined)).toBe(true);
      expect(timesheets.some(({ breaks = [] }) => breaks.length > 1)).toBe(true);
      expect(deletedTimesheets.every(({ deletedReason }) => deletedReason !== '')).toBe(true);
      const leavers = employees.flatMap(({ deleted, email }) => (deleted && email ? [email] : []));
      expect(timesheets.some(({ email }) => email !== undefined && leavers.includes(email))).toBe(true);
    });

    it('has private notes, and actions due before and after today', () => {
      const actions = plans.flatMap((plan) => plan.actions);
      const notes = actions.flatMap((action) => action.notes ?? []);
      expect(notes.some(({ visibility }) => visibility === 'PRIVATE')).toBe(true);
      const due = given(actions.map(({ dueDate }) => dueDate)).map((dueDate) => Date.parse(dueDate));
      expect([due.some((time) => time < NOW), due.some((time) => time > NOW)]).toEqual([true, true]);
    });

    it('has times that follow each other and are over, on whatever day it is loaded', () => {
      const times = fc.integer({ min: 0, max: 730 * 24 * 60 }).map((minutes) => NOW + minutes * 60_000);
      const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit' });
      fc.assert(
        fc.property(times, (now) => {
          const loaded = listsOf(at, now);
          const entries = [...loaded.timesheets, ...loaded.deletedTimesheets];
          const wrong = entries.filter(
            ({ startTime, endTime = new Date(now).toISOString(), breaks = [] }) => {
              const moments = [
                startTime,
                ...breaks.flatMap((pause) => [pause.startTime, pause.endTime]),
                endTime,
              ].map((moment) => Date.parse(moment));
              const isInOrder = moments.every((moment, index) => moment >= (moments[index - 1] ?? moment));
              const isRecent = moments[0]! > now - 58 * DAY_MS && moments.at(-1)! <= now;
              return !isInOrder || !isRecent;
            },
          );
          expect(wrong).toEqual([]);
          const hours = new Set(entries.map(({ startTime }) => clock.format(new Date(startTime))));
          expect([...hours].sort()).toEqual(['08', '10', '22']);
          const dates = loaded.employees.flatMap(({ profile }) => given(profile.map(({ date }) => date)));
          expect(dates.filter((date) => !date.endsWith('T00:00:00.000Z'))).toEqual([]);
          const past = [
            ...dates,
            ...loaded.deletedTimesheets.map(({ deletedAt }) => deletedAt),
            ...entries.flatMap(({ changeHistory = [] }) => changeHistory.map(({ changedAt }) => changedAt)),
            ...given(loaded.employees.map(({ turnoverDate }) => turnoverDate)),
            ...loaded.plans.flatMap(({ createdAt, updatedAt }) => [createdAt, updatedAt]),
          ];
          expect(past.filter((moment) => Date.parse(moment) > now)).toEqual([]);
        }),
        { numRuns: 20 },
      );
    });
  },
);

it('everything moves by the days between two loads', () => {
  const daysBack = (text: string): string =>
    /^\d{4}-.*Z$/.test(text) ? new Date(Date.parse(text) - 100 * DAY_MS).toISOString() : text;
  for (const at of [0, 1]) {
    const { employees, plans } = listsOf(at, NOW + 100 * DAY_MS);
    expect(mapTexts({ employees, plans }, daysBack)).toEqual({
      employees: listsOf(at).employees,
      plans: listsOf(at).plans,
    });
  }
});
