import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Allow, IsDefined } from 'class-validator';
import { FollowsRule } from '../../platform/http/structured-rule.js';
import { ROLES, type Role } from '../../shared-kernel/actor.js';
import { EMAIL_LIMITS } from '../../shared-kernel/email.js';
import { EMPLOYEE_LIMITS, EMPLOYEE_RULES } from '../domain/employee.rules.js';

const ID = '665f1c2ab7e4d90012ab34cd';
const AREA = { example: '665f1c2ab7e4d90012ab3421' };
const REFERENCE = { minLength: 1, maxLength: EMPLOYEE_LIMITS.reference.maxLength };
const NAME = { maxLength: EMPLOYEE_LIMITS.name.maxLength, example: 'Jo Doe' };
const EMAIL = { ...EMAIL_LIMITS, example: 'jo@example.com' };
const EXTERNAL_ID = { minLength: 1, maxLength: EMPLOYEE_LIMITS.externalId.maxLength, example: 'HR-4711' };
const ROLE = { enum: [...ROLES], enumName: 'EmployeeRole', example: 'EMPLOYEE' };
const DATE = { type: String, example: '2024-03-01T00:00:00.000Z' } as const;

/** Members that are cleared by null. The type of a member that may be null is a list in OpenAPI 3.1. */
const nullable = (schema: object): object => ({ ...schema, nullable: true, required: false });

/** An answer to a characteristic, as it is sent. */
export class ProfileEntryInput {
  @ApiProperty({ ...REFERENCE, description: 'Id of the characteristic.', example: ID })
  id!: string;

  @ApiPropertyOptional({
    ...DATE,
    description: 'For `DATE`: `YYYY-MM-DD`, `ddMMyyyy` or a date-time. Without a time it is midnight UTC.',
  })
  date?: string;

  @ApiPropertyOptional({
    ...REFERENCE,
    description: 'For `LIST` and `BOOLEAN`: an allowed value.',
    example: ID,
  })
  valueId?: string;

  @ApiPropertyOptional({ ...REFERENCE, description: 'For `TREE`: a node.', example: ID })
  leafId?: string;
}

/** Body of a change: what is absent stays, null and empty arrays clear, an array takes the place of the one before. */
export class EmployeeInput {
  @Allow()
  @ApiProperty({
    type: String,
    required: false,
    readOnly: true,
    description: 'Ignored: only the service writes it.',
  })
  id?: unknown;

  @FollowsRule(EMPLOYEE_RULES.name, { takesNull: true })
  @ApiProperty(nullable({ type: String, ...NAME }))
  name?: string | null;

  @FollowsRule(EMPLOYEE_RULES.email, { takesNull: true })
  @ApiProperty(nullable({ type: String, ...EMAIL }))
  email?: string | null;

  @FollowsRule(EMPLOYEE_RULES.externalId, { takesNull: true })
  @ApiProperty(nullable({ type: String, ...EXTERNAL_ID }))
  externalId?: string | null;

  @FollowsRule(EMPLOYEE_RULES.hierarchyId, { takesNull: true })
  @ApiProperty(nullable({ type: String, ...REFERENCE, ...AREA }))
  hierarchyId?: string | null;

  @FollowsRule(EMPLOYEE_RULES.profile, { takesNull: true })
  @ApiProperty(nullable({ type: [ProfileEntryInput] }))
  profile?: ProfileEntryInput[] | null;

  @FollowsRule(EMPLOYEE_RULES.groupIds, { takesNull: true })
  @ApiProperty(nullable({ type: 'array', items: { type: 'string', ...REFERENCE }, example: [ID] }))
  groupIds?: string[] | null;

  @FollowsRule(EMPLOYEE_RULES.role, { takesNull: true })
  @ApiProperty(nullable(ROLE))
  role?: Role | null;

  @FollowsRule(EMPLOYEE_RULES.managedHierarchies, { takesNull: true })
  @ApiProperty(nullable({ type: 'array', items: { type: 'string', ...REFERENCE }, example: [] }))
  managedHierarchies?: string[] | null;
}

/** Body of a reset: the e-mail names the person, other members are checked for their type and ignored. */
export class EmployeeResetInput extends EmployeeInput {
  @IsDefined()
  @FollowsRule(EMPLOYEE_RULES.email)
  @ApiProperty({ type: String, ...EMAIL })
  override email!: string;
}
