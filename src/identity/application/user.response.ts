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
}

/** A user, as the admins of the company see it. */
@ApiSchema({ name: 'UserAccount' })
export class UserAccountResponse extends UserResponse {
  @ApiPropertyOptional({
    description: 'Id of the employee who the user is. Absent for a user who is none.',
    example: '665f1c2ab7e4d90012ab34cd',
  })
  employeeId?: string;

  static from({ id, name, role, deactivatedAt, employeeId }: Readonly<UserState>): UserAccountResponse {
    return {
      ...{ id, name, role, deactivated: deactivatedAt !== undefined },
      ...(employeeId !== undefined && { employeeId }),
    };
  }
}
