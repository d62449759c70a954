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
export type { ApiKeyWithSecretResponse } from './application/api-key.response.js';
export { ApiKeysQueries } from './application/api-keys.queries.js';
export { ApiKeysService, type RotatedApiKey } from './application/api-keys.service.js';
export { CompanyAdmins } from './application/company-admins.js';
export { SessionsService, type IssuedSession, type SignIn } from './application/sessions.service.js';
export { StaffUsers, type NewStaffUser, type StaffMember } from './application/staff-users.js';
export { UsersService, type UserEditor } from './application/users.service.js';
export { DEFAULT_OVERLAP_S } from './domain/api-key.limits.js';
export { GRANTABLE_SCOPES } from './domain/company.js';
export { ApiKeyId, ApiKeyShownOnce, endOf, MANAGE_API_KEYS } from './interface/api-key.decorators.js';
export { ApiKeyRotationRequest } from './interface/api-key.requests.js';
export { UserLinks } from './application/user-links.js';
export { OperatorQueries, type CompanySummary } from './application/operator.queries.js';
export {
  ApiKeyNotFound,
  CompanyNotFound,
  DeletionNotConfirmed,
  LastAdmin,
  ScopeNotGrantable,
  TooManyApiKeys,
  UserHasLeft,
  UserNotFound,
} from './domain/identity.errors.js';
export { registerCompanyCommands } from './interface/company.commands.js';
export { registerApiKeyCommands, registerSessionCommands } from './interface/credential.commands.js';
export { registerSecretCommands } from './interface/secret.commands.js';
export { registerUserCommands } from './interface/user.commands.js';
export { apiKeyOption, credentialNote, ttlOption } from './interface/credential-options.js';
export type { FollowedEmployee } from './domain/identity.repositories.js';
export type { KeyRotation } from './domain/api-key.js';
