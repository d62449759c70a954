import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { ROLES, type Role } from '../../shared-kernel/actor.js';
import { EMAIL_LIMITS } from '../../shared-kernel/email.js';
import { ID_FORM } from '../../shared-kernel/id.js';
import { EMPLOYEE_LIMITS, TURNOVER_TYPES, type TurnoverType } from '../domain/employee.rules.js';
import type { EmployeeState } from '../domain/employee.js';
import { startOfDay } from '../domain/turnover-day.js';

const ID = '665f1c2ab7e4d90012ab34cd';
const REFERENCE = { minLength: 1, ...EMPLOYEE_LIMITS.reference };
const REFERENCES = { type: 'array', items: { type: 'string', ...REFERENCE } } as const;

/** An answer to a characteristic. */
@ApiSchema({ name: 'ProfileEntry' })
export class ProfileEntryResponse {
  @ApiProperty({ ...REFERENCE, description: 'Id of the characteristic.', example: ID })
  id!: string;

  @ApiPropertyOptional({
    example: '2024-03-01T00:00:00.000Z',
    format: 'date-time',
    description: 'The answer to a `DATE`.',
  })
  date?: string;

  @ApiPropertyOptional({
    ...REFERENCE,
    example: ID,
    description: 'The answer to a `LIST` or `BOOLEAN`: an allowed value.',
  })
  valueId?: string;

  @ApiPropertyOptional({ ...REFERENCE, example: ID, description: 'The answer to a `TREE`: a node.' })
  leafId?: string;
}

/** An employee of the company, as it is answered and stored. */
@ApiSchema({ name: 'Employee' })
export class EmployeeResponse {
  @ApiProperty({
    ...ID_FORM,
    readOnly: true,
    description: 'Id of the employee, to which action plans refer.',
    example: ID,
  })
  id!: string;

  @ApiPropertyOptional({ ...EMPLOYEE_LIMITS.name, description: 'Full name.', example: 'Jo Doe' })
  name?: string;

  @ApiPropertyOptional({
    ...EMAIL_LIMITS,
    example: 'jo@example.com',
    description: 'E-mail address as written. Unique in the company in any case.',
  })
  email?: string;

  @ApiPropertyOptional({
    minLength: 1,
    ...EMPLOYEE_LIMITS.externalId,
    example: 'HR-4711',
    description: 'Id of the person in the systems of the company. Unique exactly as written.',
  })
  externalId?: string;

  @ApiPropertyOptional({
    ...REFERENCE,
    example: '665f1c2ab7e4d90012ab3421',
    description: 'Id of the area to which the person belongs.',
  })
  hierarchyId?: string;

  @ApiProperty({ type: [ProfileEntryResponse], description: 'Answers to characteristics.' })
  profile!: readonly ProfileEntryResponse[];

  @ApiProperty({ ...REFERENCES, description: 'Ids of the groups of the person.', example: [ID] })
  groupIds!: readonly string[];

  @ApiPropertyOptional({
    enum: [...ROLES],
    enumName: 'EmployeeRole',
    example: 'EMPLOYEE',
    description: 'Role of the person. It is not the role of a session.',
  })
  role?: Role;

  @ApiProperty({ ...REFERENCES, description: 'Ids of the areas that the person manages.', example: [] })
  managedHierarchies!: readonly string[];

  @ApiProperty({ readOnly: true, description: 'True if the person has logged in since the last invitation.' })
  activated!: boolean;

  @ApiPropertyOptional({
    readOnly: true,
    format: 'date-time',
    description: 'Midnight UTC of the last day. Only of those who are deleted.',
    example: '2026-12-31T00:00:00.000Z',
  })
  turnoverDate?: string;

  @ApiPropertyOptional({
    readOnly: true,
    enum: [...TURNOVER_TYPES],
    enumName: 'TurnoverType',
    description: 'Why the person left. Only of those who are deleted.',
  })
  turnoverType?: TurnoverType;

  @ApiPropertyOptional({
    readOnly: true,
    format: 'date-time',
    description: 'When the employment was ended here. Absent while the person works for the company.',
  })
  deletedAt?: string;

  @ApiProperty({ readOnly: true, format: 'date-time', description: 'When the person was first recorded.' })
  createdAt!: string;

  @ApiProperty({
    readOnly: true,
    format: 'date-time',
    description:
      'When something of the person was last different afterwards. `updatedSince` compares with it.',
  })
  updatedAt!: string;

  /** The compiler refuses a property that only the state or only the response declares. */
  static from({
    companyId: _companyId,
    mustChooseProfile: _mustChooseProfile,
    source: _source,
    turnoverDate,
    deletedAt,
    createdAt,
    updatedAt,
    ...answered
  }: EmployeeState & Pick<EmployeeState, keyof EmployeeResponse>): EmployeeResponse {
    return {
      ...(answered satisfies Exactly<typeof answered, EmployeeResponse>),
      ...(turnoverDate && { turnoverDate: startOfDay(turnoverDate).toISOString() }),
      ...(deletedAt && { deletedAt: deletedAt.toISOString() }),
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    };
  }
}

/** Refused by the compiler for a property of the state that the response does not declare. */
type Exactly<State, Response> = {
  readonly [Name in keyof State]: Name extends keyof Response ? unknown : never;
};
