import type { Type } from '@nestjs/common';
import { OmitType, PickType } from '@nestjs/swagger';
import { EmployeeResponse } from '../../../src/workforce/application/employee.response.js';
import { EndRow, InviteRow, UpdateRow } from '../../../src/workforce/interface/bulk-employees.request.js';
import { EmployeeRequest } from '../../../src/workforce/interface/employee.request.js';
import { newId } from '../../../src/shared-kernel/id.js';
import { BULK, byEmail, byExternalId, employeeBody } from '../builders/employee.js';
import type { Body, Given, Writable, Written } from '../property-walk.js';
import { SyncFixture } from '../sync-fixture.js';
import { WorkforceFixture } from '../workforce-fixture.js';
import { employeeReferences, LAST_DAY, readEmployee } from './employees.js';
import { bodyOf, entryOf, idOf, type WritableKind } from './writable-kind.js';

/** Sends a row about an employee. @returns the id of the employee */
async function sendRow({ hr }: WorkforceFixture, row: Body): Promise<string> {
  const { results } = bodyOf(await hr.post(BULK, { rows: [row] })) as { results: [Body] };
  const [result] = results;
  if (result['status'] !== 200) throw new Error(`The row was answered with ${JSON.stringify(result)}`);
  return result['id'] as string;
}

/** The body of an employee in the rows of a request about many: invited by the one, changed by the other. */
export const bulkEmployee: WritableKind = {
  dto: EmployeeRequest,
  response: EmployeeResponse,
  async open(app) {
    const fixture = await WorkforceFixture.open(app);
    const write = async (row: Body): Promise<Written> => {
      const id = await sendRow(fixture, row);
      return { answers: await readEmployee(fixture, (await fixture.row(id)).document as Body) };
    };
    return {
      dto: EmployeeRequest,
      base: employeeBody,
      create: (body) => write({ operation: 'invite', employee: body }),
      update: ({ answers }, body) => {
        const { email, externalId } = answers['GET list'] ?? {};
        const key = externalId === undefined ? { email } : { externalId };
        return write({ operation: 'update', ...key, employee: body });
      },
      staysWhenAbsent: true,
      given: employeeReferences(fixture),
    };
  },
};

/** A row has one identifier. */
const EXTERNAL_ID: Given = { beside: () => ({ email: undefined }) };

/** An identifier of {@link EmployeeRequest} for a row that finds its person. */
const EMAIL: Given = { values: () => [employeeBody().email] };

export const inviteRow = row(
  OmitType(InviteRow, ['operation', 'employee']),
  PickType(EmployeeResponse, ['email', 'externalId']),
  async (fixture, body) => {
    const id = await sendRow(fixture, { operation: 'invite', ...body });
    return entryOf((await fixture.list()).body, id);
  },
  { externalId: EXTERNAL_ID },
);

export const updateRow = row(
  OmitType(UpdateRow, ['operation', 'employee']),
  PickType(EmployeeResponse, ['email', 'externalId']),
  async (fixture, body) => {
    await fixture.invited(body);
    const name = 'Changed';
    const id = await sendRow(fixture, { operation: 'update', ...body, employee: { name } });
    const found = entryOf((await fixture.list()).body, id);
    return found?.['name'] === name ? found : {};
  },
  { email: EMAIL, externalId: EXTERNAL_ID },
);

export const endRow = row(
  OmitType(EndRow, ['operation']),
  PickType(EmployeeResponse, ['email', 'externalId', 'turnoverDate', 'turnoverType']),
  async (fixture, { email, externalId, ...turnover }) => {
    await fixture.invited({ email, externalId });
    const id = await sendRow(fixture, { operation: 'end', email, externalId, ...turnover });
    return entryOf((await fixture.list('?deleted=true')).body, id);
  },
  { email: EMAIL, externalId: EXTERNAL_ID, turnoverDate: LAST_DAY },
);

/** The properties of a row besides its operation and the body of an employee. */
function row(
  dto: Type<object>,
  response: Type<object>,
  write: (fixture: WorkforceFixture, body: Body) => Promise<Body | undefined>,
  given: Writable['given'] = {},
): WritableKind {
  return {
    dto,
    response,
    async open(app) {
      const fixture = await WorkforceFixture.open(app);
      return {
        dto,
        base: () => ({ email: employeeBody().email }),
        create: async (body) => ({ answers: { 'GET list': (await write(fixture, body)) ?? {} } }),
        given,
      };
    },
  };
}

/** A person of the list of a whole staff: added by a list in JSON, changed by one with a person in each line. */
export const syncedEmployee: WritableKind = {
  dto: EmployeeRequest,
  response: EmployeeResponse,
  async open(app) {
    const syncs = await SyncFixture.open(app);
    const { workforce } = syncs;
    /** Each person has a source, because a list ends the others of its source. */
    const sources = new Map<unknown, string>();
    const read = async ({ email, externalId }: Body): Promise<Written> => {
      const path = typeof externalId === 'string' ? byExternalId(externalId) : byEmail(String(email));
      return { answers: await readEmployee(workforce, bodyOf(await syncs.hr.get(path))) };
    };
    return {
      dto: EmployeeRequest,
      base: employeeBody,
      create: async (body) => {
        const source = newId();
        await syncs.applied([body], `?source=${source}`);
        const written = await read(body);
        sources.set(idOf(written), source);
        return written;
      },
      update: async (before, body) => {
        const query = `?source=${sources.get(idOf(before))}&apply=true`;
        const options = { raw: JSON.stringify(body), headers: { 'Content-Type': 'application/x-ndjson' } };
        const { status } = await syncs.settled(await syncs.post(undefined, query, options));
        if (status !== 'APPLIED') throw new Error(`The sync is ${status}.`);
        return read(body);
      },
      staysWhenAbsent: true,
      given: employeeReferences(workforce),
    };
  },
};
