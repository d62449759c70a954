import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Authenticator } from '../platform/http/authenticator.js';
import { CredentialUse } from './application/credential-use.js';
import { CredentialsQueries } from './application/credentials.queries.js';
import { IdentityQueries } from './application/identity.queries.js';
import { IdentityService } from './application/identity.service.js';
import { OperatorQueries } from './application/operator.queries.js';
import {
  ApiKeyRepository,
  CompanyRepository,
  SessionRepository,
  UserRepository,
} from './domain/identity.repositories.js';
import {
  apiKeySchema,
  companySchema,
  credentialDigestSchema,
  sessionSchema,
  userSchema,
} from './infrastructure/identity.schemas.js';
import { SqlCredentialUse } from './infrastructure/sql-credential-use.js';
import {
  TypeormApiKeyRepository,
  TypeormSessionRepository,
} from './infrastructure/typeorm-credential.repositories.js';
import {
  TypeormCompanyRepository,
  TypeormUserRepository,
} from './infrastructure/typeorm-identity.repositories.js';
import { HttpAuthenticator } from './interface/http-authenticator.js';

/** Global, because the guard of every context needs the authenticator. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forFeature([
      companySchema,
      userSchema,
      credentialDigestSchema,
      sessionSchema,
      apiKeySchema,
    ]),
  ],
  providers: [
    IdentityService,
    IdentityQueries,
    OperatorQueries,
    CredentialsQueries,
    { provide: CompanyRepository, useClass: TypeormCompanyRepository },
    { provide: UserRepository, useClass: TypeormUserRepository },
    { provide: SessionRepository, useClass: TypeormSessionRepository },
    { provide: ApiKeyRepository, useClass: TypeormApiKeyRepository },
    { provide: CredentialUse, useClass: SqlCredentialUse },
    { provide: Authenticator, useClass: HttpAuthenticator },
  ],
  exports: [IdentityService, IdentityQueries, OperatorQueries, Authenticator],
})
export class IdentityModule {}
