import { EmployeeResponse } from '../../../src/workforce/application/employee.response.js';
import { EmployeeImporter } from '../../../src/workforce/index.js';
import { EmployeeRecord } from '../../../src/workforce/interface/employee.record.js';
import { EmployeeRequest } from '../../../src/workforce/interface/employee.request.js';
import { newId } from '../../../src/shared-kernel/id.js';
import { byEmail, byExternalId, employeeBody, INVITE } from '../builders/employee.js';
import { Sample } from '../property-samples.js';
import type { Body, Given } from '../property-walk.js';
import { WorkforceFixture } from '../workforce-fixture.js';
import { bodyOf, entryOf, ID, imports, type WritableKind } from './writable-kind.js';

export const employee: WritableKind = {
  dto: EmployeeRequest,
  response: EmployeeResponse,
  async open(app) {
    const fixture = await WorkforceFixture.open(app);
    const { hr } = fixture;
    return {
      dto: EmployeeRequest,
      base: employeeBody,
      create: async (body) => {
        const answer = bodyOf(await hr.post(INVITE, body));
        return { answers: { invite: answer, ...(await readEmployee(fixture, answer)) } };
      },
      update: async ({ answers }, body) => {
        const answered: Record<string, Body> = {};
        for (const [where, path] of Object.entries(pathsOf(answers['invite'] ?? answers['PUT'] ?? {}))) {
          const answer = await hr.put(path, body);
          // The first of the two may have changed or cleared the key of the second.
          if (answer.status !== 404 || !answered['PUT'])
            answered[`PUT ${where}`] = answered['PUT'] = bodyOf(answer);
        }
        return { answers: { ...answered, ...(await readEmployee(fixture, answered['PUT'] ?? {})) } };
      },
      staysWhenAbsent: true,
      given: employeeReferences(fixture),
    };
  },
};

/** A day of leaving is answered as its midnight. */
export const LAST_DAY: Given = {
  values: () => [
    new Sample('2199-12-31T23:59:59.999Z', '2199-12-31T00:00:00.000Z'),
    new Sample('2024-03-01', '2024-03-01T00:00:00.000Z'),
    new Sample('01032024', '2024-03-01T00:00:00.000Z'),
  ],
};

export const employeeRecord: WritableKind = {
  dto: EmployeeRecord,
  response: EmployeeResponse,
  async open(app) {
    const fixture = await WorkforceFixture.open(app);
    const ofDeleted = { beside: () => ({ deleted: true }), stays: true };
    return {
      ...imports(app, EmployeeImporter, fixture.companyId, async (id) => {
        const { document, deleted_at } = await fixture.row(id as string);
        const isDeleted = deleted_at !== null;
        const stored = { deleted: isDeleted };
        if (!isDeleted) return { answers: await readEmployee(fixture, document as Body), stored };
        return {
          answers: { 'GET list': entryOf((await fixture.list('?deleted=true')).body, id) ?? {} },
          stored,
        };
      }),
      dto: EmployeeRecord,
      base: () => ({ id: newId(), ...employeeBody() }),
      given: {
        ...employeeReferences(fixture),
        id: ID,
        activated: { stays: true },
        deleted: { isHidden: true },
        turnoverDate: { ...ofDeleted, ...LAST_DAY },
        turnoverType: ofDeleted,
      },
    };
  },
};

export function employeeReferences(fixture: WorkforceFixture): Record<string, Given> {
  const { start, shift, skill, team, department, groups } = fixture;
  const midnight = '2024-03-01T00:00:00.000Z';
  const isRequired = true;
  return {
    hierarchyId: { values: () => [team.id] },
    groupIds: { values: () => [groups.map(({ id }) => id), [groups[0].id], []] },
    managedHierarchies: { values: () => [[team.id, department.id], [team.id], []] },
    // Each characteristic has one entry at most.
    profile: { values: () => [[{ id: start.id, date: midnight }], []] },
    'profile[]': { beside: () => ({ id: start.id, date: midnight }) },
    'profile[].id': { values: () => [start.id], identifies: true },
    'profile[].date': {
      values: () => [
        '2199-12-31T23:59:59.999Z',
        new Sample('2024-03-01', midnight),
        new Sample('01032024', midnight),
      ],
      beside: () => ({ id: start.id }),
      isRequired,
    },
    'profile[].valueId': {
      values: () => shift.allowedValues.map(({ id }) => id),
      beside: () => ({ id: shift.id, date: undefined, valueId: shift.allowedValues[1]?.id }),
      isRequired,
    },
    'profile[].leafId': {
      values: () => skill.nodes.map(({ id }) => id),
      beside: () => ({ id: skill.id, date: undefined, leafId: skill.nodes[1]?.id }),
      isRequired,
    },
  };
}

const pathsOf = ({ email, externalId }: Body): Record<string, string> => ({
  ...(typeof externalId === 'string' && { 'by external id': byExternalId(externalId) }),
  ...(typeof email === 'string' && { 'by e-mail': byEmail(email) }),
});

export async function readEmployee(fixture: WorkforceFixture, employee: Body): Promise<Record<string, Body>> {
  const answers: Record<string, Body> = {};
  for (const [where, path] of Object.entries(pathsOf(employee))) {
    answers[`GET ${where}`] = bodyOf(await fixture.hr.get(path));
  }
  return { ...answers, 'GET list': entryOf((await fixture.list()).body, employee['id']) ?? {} };
}
