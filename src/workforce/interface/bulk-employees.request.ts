import { ApiExtraModels, ApiProperty, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { MAX_BULK_ROWS } from '../../platform/bulk/bulk.limits.js';
import { Operation } from '../../platform/bulk/bulk.request.js';
import {
  DateTime,
  Email,
  EnumValue,
  FilledText,
  Nested,
  REFERENCE_LIMITS,
} from '../../platform/dto/properties.js';
import { EMPLOYEE_LIMITS, TURNOVER_TYPES, type TurnoverType } from '../domain/employee.rules.js';
import { EmployeeRequest } from './employee.request.js';

const EMAIL = 'The person, by e-mail address or by external id.';
const EXTERNAL_ID = 'In place of `email`.';

/** A row that finds its employee like a path. */
abstract class KeyedRow {
  @FilledText({ ...REFERENCE_LIMITS, description: EMAIL })
  email?: string;

  @FilledText({ ...EMPLOYEE_LIMITS.externalId, description: EXTERNAL_ID })
  externalId?: string;
}

@ApiSchema({ name: 'InviteRow' })
export class InviteRow {
  @Operation('invite', 'As `inviteEmployee`.')
  operation!: 'invite';

  @Email({ description: 'It may be in `employee` alone.' })
  email?: string;

  @FilledText({ ...EMPLOYEE_LIMITS.externalId, description: EXTERNAL_ID })
  externalId?: string;

  @Nested(() => EmployeeRequest, { description: 'The body of the invitation.' })
  employee?: EmployeeRequest;
}

@ApiSchema({ name: 'UpdateRow' })
export class UpdateRow extends KeyedRow {
  @Operation('update', 'As `updateEmployeeByEmail` and `updateEmployeeByExternalId`.')
  operation!: 'update';

  @Nested(() => EmployeeRequest, { required: true, description: 'The properties that change.' })
  employee!: EmployeeRequest;
}

@ApiSchema({ name: 'EndRow' })
export class EndRow extends KeyedRow {
  @Operation('end', 'As `deleteEmployeeByEmail` and `deleteEmployeeByExternalId`.')
  operation!: 'end';

  @DateTime({
    description: 'Day of leaving, today (UTC) when absent.',
    example: '31122026',
  })
  turnoverDate?: string;

  @EnumValue(TURNOVER_TYPES, { name: 'TurnoverType', description: 'Reason of the end.' })
  turnoverType?: TurnoverType;
}

/** The rows by their operations. */
export const ROWS = { invite: InviteRow, update: UpdateRow, end: EndRow } as const;

/** It is only documented: rows are read one by one, because one that is not valid does not concern the others. */
@ApiSchema({ name: 'BulkEmployeesInput' })
@ApiExtraModels(...Object.values(ROWS))
export class BulkEmployeesRequest {
  @ApiProperty({
    type: 'array',
    items: { oneOf: Object.values(ROWS).map((row) => ({ $ref: getSchemaPath(row) })) },
    maxItems: MAX_BULK_ROWS,
    description: 'Changes of employees. Those of one person are carried out in their order.',
  })
  rows!: (InviteRow | UpdateRow | EndRow)[];
}
