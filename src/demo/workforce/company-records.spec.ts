import fc from 'fast-check';
import { newId } from '../../shared-kernel/id.js';
import { demoCompanies } from '../demo-companies.js';
import type { AreaRecord } from './areas.js';
import { toCompanyRecords } from './company-records.js';

const NOW = Date.parse('2026-11-20T15:30:00.000Z');

function recordsOf(company: (typeof demoCompanies)[number], now = NOW) {
  const users = company.users.map((user) => ({ ...user, id: newId() }));
  return { users, ...toCompanyRecords(company.workforce, users, company.timeZone, now) };
}

const allAreas = (areas: readonly AreaRecord[]): AreaRecord[] =>
  areas.flatMap((area) => [area, ...allAreas(area.children)]);
const given = (values: readonly (string | undefined)[]) => values.filter((value) => value !== undefined);

describe.each(demoCompanies.map((company) => ({ name: company.name, company })))(
  'the records of $name',
  ({ company }) => {
    const { users, areas, groups, characteristics, employees, timesheets, deletedTimesheets } =
      recordsOf(company);
    const live = employees.filter(({ deleted }) => !deleted);

    it('are a company of some size', () => {
      const depthOf = ({ children }: AreaRecord): number => 1 + Math.max(0, ...children.map(depthOf));
      expect(Math.max(...areas.map(depthOf))).toBeGreaterThanOrEqual(3);
      expect(allAreas(areas).length).toBeGreaterThanOrEqual(20);
      expect(groups.length).toBeGreaterThanOrEqual(4);
      expect(new Set(characteristics.map(({ type }) => type)).size).toBe(4);
      expect(employees.length).toBeGreaterThanOrEqual(60);
      expect(timesheets.length).toBeGreaterThanOrEqual(500);
      expect(deletedTimesheets.length).toBeGreaterThanOrEqual(10);
    });

    it('have somebody in every area and group, and for every value and node', () => {
      const used = new Set(
        live.flatMap(({ hierarchyId, groupIds, profile }) => [
          hierarchyId,
          ...groupIds,
          ...profile.flatMap(({ id, date, valueId, leafId }) => [date && id, valueId, leafId]),
        ]),
      );
      const values = characteristics.flatMap(({ id, type, allowedValues, nodes }) =>
        type === 'DATE' ? [{ id }] : [...allowedValues, ...nodes],
      );
      const unused = [...allAreas(areas), ...groups, ...values].filter(({ id }) => !used.has(id));
      expect(unused).toEqual([]);
    });

    it('refer to nothing that is not there', () => {
      const areaIds = new Set(allAreas(areas).map(({ id }) => id));
      const groupIds = new Set(groups.map(({ id }) => id));
      const values = new Map(
        characteristics.map(({ id, allowedValues, nodes }) => [
          id,
          new Set([...allowedValues, ...nodes].map((value) => value.id)),
        ]),
      );
      for (const employee of employees) {
        for (const id of given([employee.hierarchyId, ...employee.managedHierarchies])) {
          expect(areaIds).toContain(id);
        }
        for (const id of employee.groupIds) expect(groupIds).toContain(id);
        for (const { id, date, valueId, leafId } of employee.profile) {
          expect(given([date, valueId, leafId])).toHaveLength(1);
          if (date === undefined) expect(values.get(id)).toContain(valueId ?? leafId);
        }
      }
    });

    it('know each person by an id, and by an e-mail, an externalId or both', () => {
      for (const member of ['id', 'email', 'externalId'] as const) {
        const all = given(employees.map((employee) => employee[member]));
        expect(new Set(all).size).toBe(all.length);
        if (member !== 'id') expect(all.length).toBeLessThan(employees.length);
      }
      expect(
        employees.filter(({ email, externalId }) => email === undefined && externalId === undefined),
      ).toEqual([]);
      expect(
        employees.slice(0, users.length).map(({ id, name, email, role }) => ({ id, name, email, role })),
      ).toEqual(users.map(({ id, name, email, role }) => ({ id, name, email, role })));
    });

    it('have people without a name, not activated, of every kind of turnover, and advisors of areas', () => {
      expect(live.some(({ name }) => name === undefined)).toBe(true);
      expect(live.some(({ activated }) => !activated)).toBe(true);
      expect(live.some(({ hierarchyId }) => hierarchyId === undefined)).toBe(true);
      expect(new Set(given(employees.map(({ turnoverType }) => turnoverType)))).toEqual(
        new Set(['VOLUNTARY', 'INVOLUNTARY', 'OTHER']),
      );
      expect(
        live.some(({ role, managedHierarchies }) => role === 'ADVISOR' && managedHierarchies.length > 0),
      ).toBe(true);
    });

    it('have all kinds of work, corrected and deleted', () => {
      expect(new Set(timesheets.map(({ periodType }) => periodType))).toEqual(
        new Set(['ACTIVE', 'ON_CALL', 'TRAVEL', 'ABSENCE']),
      );
      expect(timesheets.some(({ active, endTime }) => active && endTime === undefined)).toBe(true);
      expect(timesheets.some(({ changeHistory }) => changeHistory.length > 0)).toBe(true);
      expect(timesheets.some(({ breaks }) => breaks.length > 1)).toBe(true);
      expect(deletedTimesheets.every(({ deletedReason }) => deletedReason !== '')).toBe(true);
      const leavers = employees.flatMap(({ deleted, email }) => (deleted && email ? [email] : []));
      expect(timesheets.some(({ email }) => email !== undefined && leavers.includes(email))).toBe(true);
    });

    it('are the same for the same moment, but for their ids', () => {
      const textOf = (records: object): string => JSON.stringify(records).replace(/"[0-9a-f]{24}"/g, '""');
      expect(textOf(recordsOf(company))).toBe(textOf(recordsOf(company)));
    });

    it('have times that follow each other and are over, whenever they are made', () => {
      const days = fc.integer({ min: 0, max: 730 * 24 * 60 }).map((minutes) => NOW + minutes * 60_000);
      fc.assert(
        fc.property(days, (now) => {
          const made = recordsOf(company, now);
          const entries = [...made.timesheets, ...made.deletedTimesheets];
          for (const { startTime, endTime = new Date(now).toISOString(), breaks } of entries) {
            const moments = [
              startTime,
              ...breaks.flatMap((pause) => [pause.startTime, pause.endTime]),
              endTime,
            ];
            expect([...moments].sort()).toEqual(moments);
            expect(Date.parse(endTime)).toBeLessThanOrEqual(now);
            expect(Date.parse(startTime)).toBeGreaterThan(now - 58 * 86_400_000);
          }
          const clock = new Intl.DateTimeFormat('en-GB', { timeZone: company.timeZone, hour: '2-digit' });
          const hours = new Set(entries.map(({ startTime }) => clock.format(new Date(startTime))));
          expect([...hours].sort()).toEqual(['08', '10', '22']);
          const later = [
            ...made.deletedTimesheets.map(({ deletedAt }) => deletedAt),
            ...entries.flatMap(({ changeHistory }) => changeHistory.map(({ changedAt }) => changedAt)),
            ...given(made.employees.map(({ turnoverDate }) => turnoverDate)),
          ];
          expect(later.filter((moment) => Date.parse(moment) > now)).toEqual([]);
        }),
        { numRuns: 20 },
      );
    });
  },
);
