import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { IssuedSession } from '../../identity/index.js';
import { ROLES, type Role } from '../../shared-kernel/actor.js';
import type { CompanyChoice } from './code-sign-in.js';

/** The user who has signed in. */
@ApiSchema({ name: 'SignedInUser' })
export class SignedInUserResponse {
  @ApiProperty({ description: 'Id of the user.', example: '665f1c2ab7e4d90012ab3411' })
  id!: string;

  @ApiProperty({ description: 'Id of the company of the user.', example: '665f1c2ab7e4d90012ab3401' })
  companyId!: string;

  @ApiProperty({ description: 'Name of the user.', example: 'Ana López' })
  name!: string;

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

/** A new session. */
@ApiSchema({ name: 'NewSession' })
export class NewSessionResponse {
  @ApiProperty({
    description: 'The session id, for the header `SessionId`. It cannot be shown again.',
    example: 'tGzv3JOkF0XG5Qx2TlKWIAw1Ih2nFLQh1zYyJ4uDq0E7xXw0pQeRkS5mZ3a',
  })
  sessionId!: string;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    description: 'The session ends at this time, or when the user signs out, is deactivated or leaves.',
    example: '2026-03-02T20:00:00.000Z',
  })
  expiresAt!: string;

  @ApiProperty({ description: 'The user.' })
  user!: SignedInUserResponse;

  static from({ sessionId, expiresAt, user }: IssuedSession): NewSessionResponse {
    const { id, companyId, name, role, language } = user;
    return { sessionId, expiresAt: expiresAt.toISOString(), user: { id, companyId, name, role, language } };
  }
}

/** A company in which the address has a user. */
@ApiSchema({ name: 'OfferedCompany' })
export class OfferedCompanyResponse {
  @ApiProperty({ description: 'Id of the company.', example: '665f1c2ab7e4d90012ab3401' })
  id!: string;

  @ApiProperty({ description: 'Name of the company.', example: 'Aurora Hotels' })
  name!: string;
}

/** The companies to choose from. */
@ApiSchema({ name: 'CompanyChoice' })
export class CompanyChoiceResponse {
  @ApiProperty({
    type: [OfferedCompanyResponse],
    description:
      'The companies in which the address has a user, by name. Send the id of one as `companyId` with the same code, ' +
      'which is not used up yet.',
  })
  companies!: readonly OfferedCompanyResponse[];

  static from({ companies }: CompanyChoice): CompanyChoiceResponse {
    return { companies: companies.map(({ id, name }) => ({ id, name })) };
  }
}
