import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/index.js';
import { PublicAddress } from '../platform/public-address.js';
import { ReminderSettingsService } from './application/reminder-settings.service.js';
import { ReminderWishes } from './application/reminder-wishes.js';
import { LinkAddress, WishesLinks } from './application/wishes-links.js';
import { RecipientRepository } from './domain/recipient.repository.js';
import { ReminderSettingsRepository } from './domain/reminder-settings.repository.js';
import { SqlRecipientRepository } from './infrastructure/sql-recipient.repository.js';
import { SqlReminderSettingsRepository } from './infrastructure/sql-reminder-settings.repository.js';
import { CompanySettingsController } from './interface/company-settings.controller.js';
import { WishesLinkController } from './interface/wishes-link.controller.js';

/** Settings of companies and wishes of people, for operators and other contexts. */
@Module({
  imports: [IdentityModule],
  providers: [
    ReminderSettingsService,
    ReminderWishes,
    { provide: ReminderSettingsRepository, useClass: SqlReminderSettingsRepository },
    { provide: RecipientRepository, useClass: SqlRecipientRepository },
  ],
  exports: [ReminderSettingsService, ReminderWishes, ReminderSettingsRepository, RecipientRepository],
})
export class ReminderSettingsModule {}

/** Mails about plans. */
@Module({
  imports: [IdentityModule, ReminderSettingsModule],
  controllers: [CompanySettingsController, WishesLinkController],
  providers: [WishesLinks, { provide: LinkAddress, useExisting: PublicAddress }],
  exports: [WishesLinks],
})
export class RemindersModule {}
