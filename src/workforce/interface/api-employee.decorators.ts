import { applyDecorators, type Type } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiParam, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { DEMO } from '../../platform/dto/examples.js';
import { ApiJson } from '../../platform/http/openapi/api-json.js';
import { WORKBOOK_TYPE } from '../../platform/spreadsheets/xlsx-stream.js';
import { EmployeeResponse } from '../application/employee.response.js';

const EMPLOYEE = {
  id: '665f1c2ab7e4d90012ab34cd',
  name: 'Jo Doe',
  email: 'jo@example.com',
  externalId: 'HR-4711',
  hierarchyId: '665f1c2ab7e4d90012ab3421',
  profile: [
    { id: '665f1c2ab7e4d90012ab3431', date: '2024-03-01T00:00:00.000Z' },
    { id: '665f1c2ab7e4d90012ab3432', valueId: '665f1c2ab7e4d90012ab3433' },
  ],
  groupIds: ['665f1c2ab7e4d90012ab3441'],
  role: 'EMPLOYEE',
  managedHierarchies: [],
  activated: true,
  createdAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-02T10:00:00.000Z',
};

const { name, email, externalId, role } = EMPLOYEE;

/** Bodies that refer to nothing. */
const BODIES = {
  invitation: { name, email, externalId, role },
  change: { role },
  reset: { email: DEMO.email },
} as const;

/** Documents a body about an employee, with an example. */
export function ApiEmployeeBody(type: Type, kind: keyof typeof BODIES): MethodDecorator {
  return ApiBody({ type, examples: { [kind]: { value: BODIES[kind] } } });
}

export function ApiEmployee(description: string): MethodDecorator {
  return ApiJson(EmployeeResponse, description, EMPLOYEE);
}

export function ApiEmployees(): MethodDecorator {
  const description =
    'Those who match, by name in the order of Unicode, those without a name last, then by id. Without ' +
    '`from` and `to` the answer is streamed; one that fails halfway ends with the connection, not with ' +
    'the array.';
  const csv = 'externalId,email,name\r\n"HR-4711","jo@example.com","Jo Doe"\r\n';
  const content = {
    'application/json': {
      schema: { type: 'array', items: { $ref: getSchemaPath(EmployeeResponse) } },
      example: [EMPLOYEE],
    },
    'text/csv': { schema: { type: 'string' }, example: csv },
    [WORKBOOK_TYPE]: { schema: { type: 'string', format: 'binary' }, example: 'PK…' },
  };
  return applyDecorators(
    ApiExtraModels(EmployeeResponse),
    ApiResponse({ status: 200, description, content }),
  );
}

/** Documents the answer to the end of an employment. */
export function ApiEmployeeDeleted(): MethodDecorator {
  const example = 'Employee deleted';
  return ApiResponse({
    status: 200,
    description: 'The employment is ended.',
    content: { 'text/plain': { schema: { type: 'string', const: example } as object, example } },
  });
}

export function ApiExternalId(): MethodDecorator {
  const description = 'External id of the person, exactly as written, percent-encoded.';
  return ApiParam({ name: 'externalId', description, example: DEMO.externalId });
}

export function ApiEmployeeEmail(): MethodDecorator {
  const description = 'E-mail address of the person, in any case, percent-encoded.';
  return ApiParam({ name: 'employeeEmail', description, example: DEMO.email });
}
