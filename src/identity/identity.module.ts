import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PersonsModule } from '../persons/index.js';
import { Authenticator } from '../shared-kernel/authenticator.js';
import { AccessTokens } from './application/access-tokens.js';
import { ApiKeysQueries } from './application/api-keys.queries.js';
import { ApiKeysService } from './application/api-keys.service.js';
import { CompaniesService } from './application/companies.service.js';
import { CompanyAdmins } from './application/company-admins.js';
import { CompanyContentQueries } from './application/company-content.queries.js';
import { CredentialSecrets } from './application/credential-secrets.js';
import { CredentialUse } from './application/credential-use.js';
import { CredentialsQueries } from './application/credentials.queries.js';
import { IdentityQueries } from './application/identity.queries.js';
import { SessionsService } from './application/sessions.service.js';
import { StaffUsers } from './application/staff-users.js';
import { UserLinks } from './application/user-links.js';
import { UsersBulkService } from './application/users-bulk.service.js';
import { UsersService } from './application/users.service.js';
import { OperatorQueries } from './application/operator.queries.js';
import {
  ApiKeyRepository,
  CompanyRepository,
  CredentialSecretRepository,
  SessionRepository,
  UserLinkRepository,
  UserRepository,
} from './domain/identity.repositories.js';
import {
  apiKeySchema,
  companySchema,
  credentialDigestSchema,
  sessionSchema,
  userSchema,
} from './infrastructure/identity.schemas.js';
import { SqlCredentialSecretRepository } from './infrastructure/sql-credential-secret.repository.js';
import { SqlUserLinkRepository } from './infrastructure/sql-user-link.repository.js';
import { SqlCredentialUse } from './infrastructure/sql-credential-use.js';
import {
  TypeormApiKeyRepository,
  TypeormSessionRepository,
} from './infrastructure/typeorm-credential.repositories.js';
import {
  TypeormCompanyRepository,
  TypeormUserRepository,
} from './infrastructure/typeorm-identity.repositories.js';

/** Global, because the guard of every context needs the authenticator. */
@Global()
@Module({
  imports: [
    PersonsModule,
    TypeOrmModule.forFeature([
      companySchema,
      userSchema,
      credentialDigestSchema,
      sessionSchema,
      apiKeySchema,
    ]),
  ],
  providers: [
    AccessTokens,
    ApiKeysQueries,
    ApiKeysService,
    CompaniesService,
    CompanyAdmins,
    CompanyContentQueries,
    SessionsService,
    StaffUsers,
    UsersBulkService,
    UsersService,
    IdentityQueries,
    OperatorQueries,
    UserLinks,
    CredentialsQueries,
    CredentialSecrets,
    { provide: CompanyRepository, useClass: TypeormCompanyRepository },
    { provide: UserRepository, useClass: TypeormUserRepository },
    { provide: UserLinkRepository, useClass: SqlUserLinkRepository },
    { provide: SessionRepository, useClass: TypeormSessionRepository },
    { provide: CredentialSecretRepository, useClass: SqlCredentialSecretRepository },
    { provide: ApiKeyRepository, useClass: TypeormApiKeyRepository },
    { provide: CredentialUse, useClass: SqlCredentialUse },
    { provide: Authenticator, useExisting: CredentialsQueries },
  ],
  exports: [
    AccessTokens,
    ApiKeysQueries,
    ApiKeysService,
    CompaniesService,
    CompanyAdmins,
    SessionsService,
    StaffUsers,
    UsersBulkService,
    UsersService,
    IdentityQueries,
    OperatorQueries,
    UserLinks,
    CredentialSecrets,
    Authenticator,
  ],
})
export class IdentityModule {}
