import { Module } from '@nestjs/common';
import { ActionPlansModule } from '../action-plans/index.js';
import { AuditModule } from '../audit/index.js';
import { IdentityModule } from '../identity/index.js';
import { WorkforceModule } from '../workforce/index.js';
import { MailContentsQueries } from './application/mail-contents.js';
import { MailedPeople } from './application/mailed-people.js';
import { RecipientStore } from './application/recipient.store.js';
import { ReminderMailer } from './application/reminder-mailer.js';
import { ReminderMails } from './application/reminder-mails.js';
import { ReminderPlanner } from './application/reminder-planner.js';
import { ReminderPreview } from './application/reminder-preview.js';
import { ReminderSettingsService } from './application/reminder-settings.service.js';
import { ReminderSettingsStore } from './application/reminder-settings.store.js';
import { ReminderWishes } from './application/reminder-wishes.js';
import { WishesLinks } from './application/wishes-links.js';
import {
  AssignmentPlanJob,
  AssignmentUpkeepJob,
  ReminderMailJob,
  ReminderPlanJob,
} from './interface/reminder.job.js';
import { WishesLinkController } from './interface/wishes-link.controller.js';

/** Settings of companies and wishes of people, for operators and other contexts. */
@Module({
  imports: [IdentityModule],
  providers: [ReminderSettingsService, ReminderWishes, ReminderSettingsStore, RecipientStore],
  exports: [ReminderSettingsService, ReminderWishes, ReminderSettingsStore, RecipientStore],
})
export class ReminderSettingsModule {}

/** The contents of mails, for operators, too. */
@Module({
  imports: [ActionPlansModule, AuditModule, IdentityModule, ReminderSettingsModule, WorkforceModule],
  providers: [MailContentsQueries, MailedPeople, ReminderPreview],
  exports: [MailContentsQueries, MailedPeople, ReminderPreview],
})
export class ReminderContentsModule {}

/** Mails about plans: planned and sent by workers. */
@Module({
  imports: [ActionPlansModule, IdentityModule, ReminderContentsModule, ReminderSettingsModule],
  controllers: [WishesLinkController],
  providers: [
    AssignmentPlanJob,
    AssignmentUpkeepJob,
    ReminderMailJob,
    ReminderMails,
    ReminderPlanJob,
    ReminderPlanner,
    WishesLinks,
    ReminderMailer,
  ],
  exports: [WishesLinks],
})
export class RemindersModule {}
