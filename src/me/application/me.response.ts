import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { ROLES, type Role } from '../../shared-kernel/actor.js';
import type { KnownCaller } from './me.queries.js';

/** The user of the session. */
@ApiSchema({ name: 'CurrentUser' })
export class CurrentUserResponse {
  @ApiProperty({ description: 'Id of the user.', example: '665f1c2ab7e4d90012ab3411' })
  id!: string;

  @ApiProperty({ description: 'Name of the user.', example: 'Ana López' })
  name!: string;

  @ApiProperty({ description: 'E-mail address, as written.', example: 'ana.lopez@example.com' })
  email!: string;

  @ApiProperty({
    enum: [...ROLES],
    enumName: 'UserRole',
    description: 'Role of the user in the company, by which operations are allowed.',
    example: 'MANAGER',
  })
  role!: Role;

  @ApiProperty({
    description: 'BCP 47 tag of the language in which the service writes to the user.',
    example: 'es',
  })
  language!: string;
}

/** The company of the session. */
@ApiSchema({ name: 'CurrentCompany' })
export class CurrentCompanyResponse {
  @ApiProperty({ description: 'Id of the company.', example: '665f1c2ab7e4d90012ab3401' })
  id!: string;

  @ApiProperty({ description: 'Name of the company.', example: 'Aurora Hotels' })
  name!: string;

  @ApiProperty({ description: 'IANA time zone of the company.', example: 'Europe/Madrid' })
  timeZone!: string;
}

/** The caller of the session area. */
@ApiSchema({ name: 'Me' })
export class MeResponse {
  @ApiProperty({ description: 'The user of the session.' })
  user!: CurrentUserResponse;

  @ApiProperty({ description: 'The company of the session.' })
  company!: CurrentCompanyResponse;

  @ApiPropertyOptional({
    description:
      'Id of the employee who the user is, to whom actions are assigned. Left out if the user is none who works for ' +
      'the company.',
    example: '665f1c2ab7e4d90012ab34cd',
  })
  employeeId?: string;

  @ApiProperty({
    description:
      'The user wants mails about actions that they are assigned to. They are sent where the company has turned them ' +
      'on.',
    example: true,
  })
  reminders!: boolean;

  @ApiProperty({
    description:
      'The user wants the weekly mail about plans and actions that they have created. It is sent where the company ' +
      'has turned it on.',
    example: true,
  })
  digest!: boolean;

  @ApiProperty({
    type: [String],
    description:
      'Operation ids of this document that the role allows in the session area, in alphabetical order. ' +
      'Single objects may have narrower rules.',
    example: ['getMe', 'listActionPlans'],
  })
  permissions!: readonly string[];

  static from({ person, wishes }: KnownCaller, permissions: readonly string[]): MeResponse {
    const { actor, name, email, companyName, timeZone, employeeId } = person;
    return {
      user: { id: actor.userId, name, email, role: actor.role, language: actor.language },
      company: { id: actor.companyId, name: companyName, timeZone },
      ...(employeeId !== null && { employeeId }),
      reminders: wishes.reminders,
      digest: wishes.digest,
      permissions,
    };
  }
}
