import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PersonsModule } from '../persons/index.js';
import { Authenticator } from '../shared-kernel/authenticator.js';
import { AccessTokens } from './application/access-tokens.js';
import { CompaniesService } from './application/companies.service.js';
import { CompanyContentQueries } from './application/company-content.queries.js';
import { CredentialSecrets } from './application/credential-secrets.js';
import { CredentialUse } from './application/credential-use.js';
import { CredentialsQueries } from './application/credentials.queries.js';
import { IdentityQueries } from './application/identity.queries.js';
import { IdentityService } from './application/identity.service.js';
import { UserLinks } from './application/user-links.js';
import { UserSessions } from './application/user-sessions.js';
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
    CompaniesService,
    CompanyContentQueries,
    IdentityService,
    IdentityQueries,
    OperatorQueries,
    UserLinks,
    UserSessions,
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
    CompaniesService,
    IdentityService,
    IdentityQueries,
    OperatorQueries,
    UserLinks,
    UserSessions,
    CredentialSecrets,
    Authenticator,
  ],
})
export class IdentityModule {}
