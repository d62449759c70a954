import { randomUUID } from 'node:crypto';
import { EmployeeSourceResponse } from '../../../src/staff-files/application/employee-source.response.js';
import { COLUMN_NAMES } from '../../../src/staff-files/domain/employee-columns.js';
import {
  DATE_FORMATS,
  LIST_SEPARATORS,
  MAX_HEADER_ROW,
  MAX_ROW_RULE_VALUES,
  MAX_ROW_RULES,
  MAX_SOURCE_COLUMNS,
} from '../../../src/staff-files/domain/source-content.js';
import { EmployeeSourceRequest } from '../../../src/staff-files/interface/employee-source.request.js';
import type { ApiClient } from '../api-client.js';
import { EMPLOYEES } from '../builders/employee.js';
import type { Body, Written } from '../property-walk.js';
import { bodyOf, type WritableKind } from './writable-kind.js';

const entries = (count: number, entry: (index: number) => [string, unknown]): Body =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => entry(index)));

/** Every property; as many columns as there may be; the longest header and name. */
const COLUMNS = [
  entries(COLUMN_NAMES.length, (index) => [`Column ${index}`, COLUMN_NAMES[index]!]),
  entries(MAX_SOURCE_COLUMNS, (index) => [`Column ${index}`, index % 2 ? null : `profile.${index}`]),
  { ['x'.repeat(255)]: `profile.${'𝒳'.repeat(255)}` },
];

/** As many columns as there may be, and as many values, of the longest. */
const RULES = [
  entries(MAX_ROW_RULES, (index) => [`Column ${index}`, ['x']]),
  { Status: Array.from({ length: MAX_ROW_RULE_VALUES }, (_, index) => `${index} ${'𝒳'.repeat(250)}`) },
];

export const employeeSource: WritableKind = {
  dto: EmployeeSourceRequest,
  response: EmployeeSourceResponse,
  async open(app) {
    const key: ApiClient = await app.integration(['employees:sync'], await app.company());
    const put = async (source: string, body: Body): Promise<Written> => {
      const path = `${EMPLOYEES}/sources/${source}`;
      const answered = bodyOf(await key.put(path, body));
      return { answers: { PUT: answered, GET: bodyOf(await key.get(path)) } };
    };
    return {
      dto: EmployeeSourceRequest,
      base: () => ({}),
      create: (body) => put(randomUUID(), body),
      update: ({ answers }, body) => put(String(answers['GET']!['source']), body),
      given: {
        columns: { values: () => COLUMNS },
        leaveOut: { values: () => RULES },
        mainRows: { values: () => [{ Art: ['Haupt', 'x*'] }] },
        headerRow: { values: () => [1, MAX_HEADER_ROW] },
        nameColumns: {
          values: () => [
            ['Vorname', 'Nachname'],
            ['A', 'B', 'C', 'x'.repeat(255)],
          ],
        },
        nameSeparator: { values: () => [' ', ', ', ''] },
        dateFormat: { values: () => [...DATE_FORMATS] },
        listSeparator: { values: () => [...LIST_SEPARATORS] },
      },
    };
  },
};
