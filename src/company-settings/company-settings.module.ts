import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/index.js';
import { RetentionSettingsModule } from '../privacy/retention/index.js';
import { ReminderSettingsModule } from '../reminders/index.js';
import { SignInSettingsModule } from '../sign-in/index.js';
import { CompanySettingsService } from './application/company-settings.service.js';
import { CompanySettingsController } from './interface/company-settings.controller.js';

/** Settings of companies, for operators, too. */
@Module({
  imports: [IdentityModule, ReminderSettingsModule, RetentionSettingsModule, SignInSettingsModule],
  providers: [CompanySettingsService],
  exports: [CompanySettingsService],
})
export class CompanySettingsModule {}

/** Settings of companies, for their admins. */
@Module({
  imports: [CompanySettingsModule],
  controllers: [CompanySettingsController],
})
export class CompanySettingsApiModule {}
