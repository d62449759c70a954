import { ApiSchema, OmitType } from '@nestjs/swagger';
import { DescribedBy } from '../../platform/dto/described-by.js';
import {
  DateTime,
  Email,
  EnumValue,
  FilledText,
  Ignored,
  NestedList,
  Reference,
  ReferenceList,
  Text,
} from '../../platform/dto/properties.js';
import { ROLES, type Role } from '../../shared-kernel/actor.js';
import { EmployeeResponse, ProfileEntryResponse } from '../application/employee.response.js';
import { EMPLOYEE_LIMITS, MAX_PROFILE_ENTRIES } from '../domain/employee.rules.js';

const ID = '665f1c2ab7e4d90012ab34cd';
const READ_ONLY = { description: 'Ignored: only the service writes it.' };

/** An answer to a characteristic. */
@ApiSchema({ name: 'ProfileEntryInput' })
@DescribedBy(ProfileEntryResponse)
export class ProfileEntryRequest {
  @Reference({ required: true, description: 'Id or external id of the characteristic.' })
  id!: string;

  @DateTime({
    description: 'For `DATE`: `YYYY-MM-DD`, `ddMMyyyy` or a date-time. Without a time it is midnight UTC.',
    example: '2024-03-01T00:00:00.000Z',
  })
  date?: string;

  @Reference({ description: 'For `LIST` and `BOOLEAN`: id or external id of an allowed value.', example: ID })
  valueId?: string;

  @Reference({ description: 'For `TREE`: id or external id of a node.', example: ID })
  leafId?: string;
}

/**
 * Body of an invitation or a change. What is absent stays, null and empty arrays clear, and an array
 * replaces the one before.
 */
@ApiSchema({ name: 'EmployeeInput' })
@DescribedBy(EmployeeResponse)
export class EmployeeRequest {
  @Ignored(READ_ONLY)
  id?: unknown;

  @Ignored({ ...READ_ONLY, type: Boolean })
  activated?: unknown;

  @Ignored(READ_ONLY)
  turnoverDate?: unknown;

  @Ignored(READ_ONLY)
  turnoverType?: unknown;

  @Ignored(READ_ONLY)
  deletedAt?: unknown;

  @Ignored(READ_ONLY)
  createdAt?: unknown;

  @Ignored(READ_ONLY)
  updatedAt?: unknown;

  @Text({ ...EMPLOYEE_LIMITS.name, nullable: true })
  name?: string | null;

  @Email({
    nullable: true,
    description: 'E-mail address. Unique in the company in any case.',
    example: 'jo@example.com',
  })
  email?: string | null;

  @FilledText({ ...EMPLOYEE_LIMITS.externalId, nullable: true })
  externalId?: string | null;

  @Reference({ nullable: true, description: 'Id or external id of the area to which the person belongs.' })
  hierarchyId?: string | null;

  @NestedList(() => ProfileEntryRequest, { maxItems: MAX_PROFILE_ENTRIES, nullable: true })
  profile?: ProfileEntryRequest[] | null;

  @ReferenceList({ nullable: true, description: 'Ids or external ids of the groups of the person.' })
  groupIds?: string[] | null;

  @EnumValue(ROLES, { name: 'EmployeeRole', nullable: true })
  role?: Role | null;

  @ReferenceList({ nullable: true, description: 'Ids or external ids of the areas that the person manages.' })
  managedHierarchies?: string[] | null;
}

/** Body of a reset: the e-mail address identifies the employee, other properties are validated and ignored. */
@ApiSchema({ name: 'EmployeeResetInput' })
export class ResetEmployeeRequest extends OmitType(EmployeeRequest, ['email']) {
  @Email({
    required: true,
    description: 'E-mail address of the person, in any case.',
    example: 'jo@example.com',
  })
  email!: string;
}
