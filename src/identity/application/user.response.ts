import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { ROLES, type Role } from '../../shared-kernel/actor.js';
import type { UserState } from '../domain/user.js';

/** A user of the company, to be shown beside plans and notes. */
@ApiSchema({ name: 'User' })
export class UserResponse {
  @ApiProperty({ description: 'Id of the user.', example: '665f1c2ab7e4d90012ab3411' })
  id!: string;

  @ApiProperty({ description: 'Name of the user.', example: 'Ana López' })
  name!: string;

  @ApiProperty({
    enum: [...ROLES],
    enumName: 'UserRole',
    description: 'Role of the user in the company.',
    example: 'MANAGER',
  })
  role!: Role;

  @ApiProperty({ description: 'True if the user can no longer sign in.', example: false })
  deactivated!: boolean;

  @ApiPropertyOptional({
    description: 'E-mail address of the user. Only for admins, without `ids`.',
    example: 'ana.lopez@example.com',
  })
  email?: string;

  @ApiPropertyOptional({
    description:
      'BCP 47 tag of the language in which the service writes to the user. Only for admins, without `ids`.',
    example: 'es',
  })
  language?: string;

  @ApiPropertyOptional({
    description:
      'Id of the employee who the user is. Absent for a user who is none. Only for admins, without `ids`.',
    example: '665f1c2ab7e4d90012ab34cd',
  })
  employeeId?: string;
}

/** A user, as the admins of the company see it. */
@ApiSchema({ name: 'UserAccount' })
export class UserAccountResponse extends UserResponse {
  @ApiProperty({
    required: true,
    description: 'E-mail address of the user.',
    example: 'ana.lopez@example.com',
  })
  declare email: string;

  @ApiProperty({
    required: true,
    description: 'BCP 47 tag of the language in which the service writes to the user.',
    example: 'es',
  })
  declare language: string;

  @ApiPropertyOptional({
    description: 'Id of the employee who the user is. Absent for a user who is none.',
    example: '665f1c2ab7e4d90012ab34cd',
  })
  declare employeeId?: string;

  static from(user: Readonly<UserState>): UserAccountResponse {
    const { id, name, role, deactivatedAt, email, language, employeeId } = user;
    return {
      ...{ id, name, role, deactivated: deactivatedAt !== undefined, email, language },
      ...(employeeId !== undefined && { employeeId }),
    };
  }
}

/** The number of sessions that were ended. */
@ApiSchema({ name: 'EndedSessions' })
export class EndedSessionsResponse {
  @ApiProperty({
    type: 'integer',
    format: 'int32',
    minimum: 0,
    description: 'Sessions that were valid.',
    example: 2,
  })
  ended!: number;
}
