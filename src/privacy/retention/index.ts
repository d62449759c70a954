/** The public API of retention: periods after which a company has its data removed. */
export { RetentionSettingsService } from './application/retention-settings.service.js';
export {
  checkRetention,
  DEFAULT_RETENTION_SETTINGS,
  periodIssues,
  RETENTION_PERIODS,
  type RetentionPeriod,
  type RetentionSettings,
} from './domain/retention-settings.js';
export { registerRetentionCommands } from './interface/retention.commands.js';
export { RetentionModule, RetentionSettingsModule } from './retention.module.js';
