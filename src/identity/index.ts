/** The public API of the identity context. */
export { UserEraser } from './infrastructure/user-eraser.js';
export { USER_TABLES, UserSource } from './infrastructure/user.tables.js';
export { IdentityModule } from './identity.module.js';
export { AccessTokens, type IssuedToken } from './application/access-tokens.js';
export { CompaniesService } from './application/companies.service.js';
export type { CompanyContent } from './application/company-content.queries.js';
export { CredentialSecrets } from './application/credential-secrets.js';
export {
  IdentityQueries,
  type ActivePerson,
  type RotatedKey,
  type UserContact,
} from './application/identity.queries.js';
export { IdentityService, type RotatedApiKey } from './application/identity.service.js';
export { UserSessions, type IssuedSession, type SignIn } from './application/user-sessions.js';
export { UserLinks } from './application/user-links.js';
export { OperatorQueries, type CompanySummary } from './application/operator.queries.js';
export {
  CompanyNotFound,
  DeletionNotConfirmed,
  UserHasLeft,
  UserNotFound,
} from './domain/identity.errors.js';
export { registerCompanyCommands } from './interface/company.commands.js';
export { registerApiKeyCommands, registerSessionCommands } from './interface/credential.commands.js';
export { registerSecretCommands } from './interface/secret.commands.js';
export { registerUserCommands } from './interface/user.commands.js';
export { apiKeyOption, credentialNote, ttlOption } from './interface/credential-options.js';
export type { KeyRotation } from './domain/api-key.js';
