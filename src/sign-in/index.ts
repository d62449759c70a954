/** The public API of sign-in. */
export { SignInSettingsService } from './application/sign-in-settings.service.js';
export {
  checkSignIn,
  CODE_MODES,
  DEFAULT_SESSION_S,
  DEFAULT_SIGN_IN_SETTINGS,
  issuerIssues,
  ROLE_SOURCES,
  type CodeMode,
  type RolesFrom,
  type SignInSettings,
} from './domain/sign-in-settings.js';
export { SIGN_IN_TABLES, SignInEraser, SignInSource } from './infrastructure/sign-in.tables.js';
export { SignInModule, SignInSettingsModule } from './sign-in.module.js';
