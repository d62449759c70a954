import type { Type } from '@nestjs/common';
import { ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { newId } from '../../../src/shared-kernel/id.js';
import { TimesheetEntryResponse } from '../../../src/timesheets/application/timesheet.response.js';
import {
  DeleteTimesheetRow,
  PutTimesheetRow,
  TimesheetRequest,
} from '../../../src/timesheets/interface/bulk-timesheets.request.js';
import type { ApiClient } from '../api-client.js';
import { BULK_TIMESHEETS, DELETED_TIMESHEETS, TIMESHEETS } from '../builders/timesheet.js';
import type { Body, Given } from '../property-walk.js';
import type { TestApp } from '../test-app.js';
import { WorkforceFixture } from '../workforce-fixture.js';
import { bodyOf, entryOf, ID, type WritableKind } from './writable-kind.js';

const START = '2026-03-02T08:00:00.000Z';

/** Within the entries of {@link ENDS}. */
const DURING: Given = { values: () => ['2031-06-01T00:00:00.000Z', START] };
const ENDS: Given = { values: () => ['2199-12-31T23:59:59.999Z', '2031-06-01T00:00:00.000Z'] };
const PERIOD_TYPE: Given = { values: () => ['A'.repeat(100), 'A', 'A_1'] };

interface Clock {
  readonly person: Body & { readonly email: string; readonly externalId: string };
  readonly reader: ApiClient;
  /** Sends a row. @returns the id of the entry */
  send(row: Body): Promise<string>;
}

async function open(app: TestApp): Promise<Clock> {
  const workforce = await WorkforceFixture.open(app);
  const writer = await app.integration(['timesheets:write'], workforce.companyId);
  return {
    person: await workforce.invited(),
    reader: workforce.hr,
    async send(row) {
      const { results } = bodyOf(await writer.post(BULK_TIMESHEETS, { rows: [row] })) as { results: [Body] };
      const [result] = results;
      if (result['status'] !== 200) throw new Error(`The row was answered with ${JSON.stringify(result)}`);
      return result['id'] as string;
    },
  };
}

const read = async ({ reader }: Clock, id: string): Promise<Body> =>
  entryOf(bodyOf(await reader.get(`${TIMESHEETS}?to=500`))['results'], id) ?? {};

/** The entry of a row of a request about many. */
export const bulkTimesheet: WritableKind = {
  dto: TimesheetRequest,
  response: OmitType(TimesheetEntryResponse, ['id', 'timesheetExternalId', 'changeHistory']),
  async open(app) {
    const clock = await open(app);
    const put = async (key: Body, entry: Body) => {
      const id = await clock.send({ operation: 'put', ...key, entry });
      return { answers: { 'GET list': { ...(await read(clock, id)), key: id } } };
    };
    return {
      dto: TimesheetRequest,
      base: () => ({ externalId: clock.person.externalId, startTime: START }),
      create: (entry) => put({ externalId: newId() }, entry),
      update: ({ answers }, entry) => put({ id: answers['GET list']?.['key'] }, entry),
      given: {
        email: { values: () => [clock.person.email] },
        externalId: {
          values: () => [clock.person.externalId],
          beside: () => ({ email: clock.person.email }),
        },
        startTime: { values: () => [START, '2026-03-01T00:00:00.000Z'] },
        endTime: ENDS,
        'breaks[].startTime': DURING,
        'breaks[].endTime': DURING,
        periodType: PERIOD_TYPE,
      },
    };
  },
};

/** The properties of a row in an answer. */
class AnsweredRow {
  @ApiPropertyOptional({ type: String })
  id?: string;

  @ApiPropertyOptional({ type: String })
  externalId?: string;

  @ApiPropertyOptional({ type: String })
  reason?: string;
}

const BY_ID: Given = { ...ID, beside: () => ({ externalId: undefined }) };

export const putTimesheetRow = row(
  OmitType(PutTimesheetRow, ['operation', 'entry']),
  async (clock, key, reason) => {
    const entry = { externalId: clock.person.externalId, startTime: START };
    await clock.send({ operation: 'put', ...key, entry });
    const id = await clock.send({ operation: 'put', ...key, entry: { ...entry, active: true }, reason });
    const { timesheetExternalId, changeHistory } = await read(clock, id);
    const [change] = changeHistory as Body[];
    return { id, externalId: timesheetExternalId, reason: change?.['changeReason'] };
  },
);

export const deleteTimesheetRow = row(
  OmitType(DeleteTimesheetRow, ['operation']),
  async (clock, key, reason) => {
    const entry = { externalId: clock.person.externalId, startTime: START };
    const id = await clock.send({ operation: 'put', ...key, entry });
    await clock.send({ operation: 'delete', ...key, reason });
    const deleted = bodyOf(await clock.reader.get(`${DELETED_TIMESHEETS}?to=500`))['results'] as Body[];
    const found = deleted.find(({ originalTimesheetId }) => originalTimesheetId === id);
    return { id, externalId: found?.['timesheetExternalId'], reason: found?.['deletedReason'] };
  },
);

function row(
  dto: Type<object>,
  write: (clock: Clock, key: Body, reason: unknown) => Promise<Body>,
): WritableKind {
  return {
    dto,
    response: AnsweredRow,
    async open(app) {
      const clock = await open(app);
      return {
        dto,
        base: () => ({ externalId: newId() }),
        create: async ({ reason, ...key }) => ({ answers: { 'GET list': await write(clock, key, reason) } }),
        given: { id: { values: () => [newId()], ...BY_ID } },
      };
    },
  };
}
