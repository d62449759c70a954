/** The public API of the settings of companies. */
export { CompanySettingsService } from './application/company-settings.service.js';
export { registerCompanySetCommand } from './interface/company-settings.command.js';
export { CompanySettingsApiModule, CompanySettingsModule } from './company-settings.module.js';
