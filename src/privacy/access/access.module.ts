import { Module, type Provider } from '@nestjs/common';
import { PlanExportSource } from '../../action-plans/exports/index.js';
import { MentionSource, PlanSource } from '../../action-plans/index.js';
import { AuditSource } from '../../audit/index.js';
import { IdentityModule, UserSource } from '../../identity/index.js';
import { IdempotencyModule } from '../../platform/idempotency/idempotency.module.js';
import { MailModule } from '../../platform/mail/mail.module.js';
import { PublicAddress } from '../../platform/public-address.js';
import { StorageModule } from '../../platform/storage/storage.module.js';
import { ScimSource } from '../../scim/index.js';
import { SignInSource } from '../../sign-in/index.js';
import { SyncSource } from '../../syncs/index.js';
import { ReminderSource } from '../../reminders/index.js';
import type { PersonalDataSource } from '../../shared-kernel/personal-data.js';
import { TimesheetSource } from '../../timesheets/index.js';
import { WebhookSource } from '../../webhooks/index.js';
import { EmployeeSource, WorkforceModule } from '../../workforce/index.js';
import { FormerKeySource } from '../../persons/index.js';
import { PrivacyModule } from '../index.js';
import { AccessFiles } from './application/access-files.store.js';
import { AccessLinks } from './application/access-links.js';
import { AccessWork } from './application/access-work.js';
import { AccessStore } from './application/access.store.js';
import { AccessesQueries } from './application/accesses.queries.js';
import { AccessesService } from './application/accesses.service.js';
import { ArchiveWriter, Sources } from './application/archive.ports.js';
import { OperatorAccess } from './application/operator-access.js';
import { PersonArchives } from './application/person-archives.js';
import { AccessSource } from './infrastructure/access.tables.js';
import { ZipArchiveWriter } from './infrastructure/zip-archive-writer.js';
import { AccessAnswers } from './interface/access-answers.js';
import { AccessDownloadController } from './interface/access-download.controller.js';
import { AccessJob, AccessUpkeepJob } from './interface/access.job.js';
import { AccessesController, AdminAccessesController } from './interface/accesses.controller.js';

/** The sources of all contexts in the order in which an archive has their records. */
const SOURCES = [
  ...[EmployeeSource, UserSource, SignInSource, TimesheetSource, PlanSource, MentionSource],
  PlanExportSource,
  ...[FormerKeySource, ReminderSource, SyncSource, ScimSource, WebhookSource, AccessSource, AuditSource],
];

const READING: Provider[] = [
  ...SOURCES,
  {
    provide: Sources,
    inject: SOURCES,
    useFactory: (...all: PersonalDataSource[]) => new Sources(all),
  },
  PersonArchives,
  { provide: ArchiveWriter, useClass: ZipArchiveWriter },
];

/** Access for commands. */
@Module({
  imports: [IdentityModule, PrivacyModule, StorageModule, WorkforceModule],
  providers: [...READING, OperatorAccess],
})
export class AccessOperationsModule {}

/** Access of people to their data: asked for by requests, made by workers (ADR 53). */
@Module({
  imports: [IdempotencyModule, IdentityModule, MailModule, PrivacyModule, StorageModule, WorkforceModule],
  controllers: [AccessesController, AdminAccessesController, AccessDownloadController],
  providers: [
    ...READING,
    AccessesService,
    AccessFiles,
    AccessStore,
    ...[AccessAnswers, AccessesQueries, AccessLinks, AccessWork, AccessJob, AccessUpkeepJob, PublicAddress],
  ],
})
export class AccessModule {}
