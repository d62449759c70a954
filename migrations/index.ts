import { CreateFoundation1763690400000 } from './1763690400000-create-foundation.js';
import { CreateIdentity1763690400001 } from './1763690400001-create-identity.js';
import { CreateAnnouncementTemplates1763690400002 } from './1763690400002-create-announcement-templates.js';
import { CreateActionPlans1763690400003 } from './1763690400003-create-action-plans.js';
import { CreatePlanExports1763690400004 } from './1763690400004-create-plan-exports.js';
import { CreateSegmentation1763690400005 } from './1763690400005-create-segmentation.js';
import { CreateWorkforce1763690400006 } from './1763690400006-create-workforce.js';
import { CreateTimesheets1763690400007 } from './1763690400007-create-timesheets.js';
import { CreateAudit1763690400008 } from './1763690400008-create-audit.js';
import { CreateIdempotencyKeys1763690400009 } from './1763690400009-create-idempotency-keys.js';
import { CreatePlanRevisions1763690400010 } from './1763690400010-create-plan-revisions.js';
import { PartitionTimesheets1763690400011 } from './1763690400011-partition-timesheets.js';
import { AddLanesToPlanRevisions1763690400012 } from './1763690400012-add-lanes-to-plan-revisions.js';
import { BoundPlansAndCatalogue1763690400013 } from './1763690400013-bound-plans-and-catalogue.js';
import { BoundAuditRecords1763690400014 } from './1763690400014-bound-audit-records.js';
import { StoreReferencesForIdempotency1763690400015 } from './1763690400015-store-references-for-idempotency.js';
import { CreateCredentialSecrets1763690400016 } from './1763690400016-create-credential-secrets.js';
import { StoreGroupsWithEmployees1763690400017 } from './1763690400017-store-groups-with-employees.js';
import { DropAreaParentKey1763690400018 } from './1763690400018-drop-area-parent-key.js';
import { DropPlanRevisions1763690400020 } from './1763690400020-drop-plan-revisions.js';
import { DropRevisions1763690400030 } from './1763690400030-drop-revisions.js';
import { CreateJobs1763690400040 } from './1763690400040-create-jobs.js';
import { DropExportLeases1763690400050 } from './1763690400050-drop-export-leases.js';
import { AddNameKeysToEmployees1763690400110 } from './1763690400110-add-name-keys-to-employees.js';
import { SortAndSearchPlans1763690400130 } from './1763690400130-sort-and-search-plans.js';
import { ShowTimesOfEmployees1763690400210 } from './1763690400210-show-times-of-employees.js';
import { FindEmployeesByTime1763690400211 } from './1763690400211-find-employees-by-time.js';
import { TrackChanges1763690400220 } from './1763690400220-track-changes.js';
import { SyncEmployees1763690400240 } from './1763690400240-sync-employees.js';
import { CreateReminders1763690400300 } from './1763690400300-create-reminders.js';
import { SummarizePlans1763690400320 } from './1763690400320-summarize-plans.js';
import { OrderChanges1763690400400 } from './1763690400400-order-changes.js';
import { LockCompanies1763690400405 } from './1763690400405-lock-companies.js';
import { CreateWebhooks1763690400420 } from './1763690400420-create-webhooks.js';
import { KeySegmentation1763690400430 } from './1763690400430-key-segmentation.js';
import { SkipBadRows1763690400440 } from './1763690400440-skip-bad-rows.js';
import { KeyTimesheets1763690400450 } from './1763690400450-key-timesheets.js';
import { CreateEmployeeSources1763690400461 } from './1763690400461-create-employee-sources.js';
import { ShowColumnsOfSyncs1763690400462 } from './1763690400462-show-columns-of-syncs.js';
import { CreateScimUsers1763690400470 } from './1763690400470-create-scim-users.js';
import { CreateScimRequests1763690400471 } from './1763690400471-create-scim-requests.js';
import { FindTimesheetsOfPeople1763690400481 } from './1763690400481-find-timesheets-of-people.js';
import { CreateCompanyErasures1763690400482 } from './1763690400482-create-company-erasures.js';
import { CreateErasures1763690400480 } from './1763690400480-create-erasures.js';
import { CreateAccesses1763690400490 } from './1763690400490-create-accesses.js';
import { CreateRetentionSettings1763690400500 } from './1763690400500-create-retention-settings.js';
import { CreateLegalHolds1763690400501 } from './1763690400501-create-legal-holds.js';
import { TimeGroups1763690400530 } from './1763690400530-time-groups.js';
import { BoundWebhooks1763690400560 } from './1763690400560-bound-webhooks.js';
import { RememberKeysOfPeople1763690400570 } from './1763690400570-remember-keys-of-people.js';
import { CountRevivals1763690400580 } from './1763690400580-count-revivals.js';
import { AdoptPeople1763690400590 } from './1763690400590-adopt-people.js';
import { FindExternalIdsInAnyCase1763690400595 } from './1763690400595-find-external-ids-in-any-case.js';
import { CountLeftOutRows1763690400600 } from './1763690400600-count-left-out-rows.js';
import { FindOverlaps1763690400610 } from './1763690400610-find-overlaps.js';
import { CreateSignIn1763690400620 } from './1763690400620-create-sign-in.js';
import { KeysByAdmins1763690400700 } from './1763690400700-keys-by-admins.js';
import { RolesFromStaff1763690400710 } from './1763690400710-roles-from-staff.js';
import { KeyRowsByCompany1763690400410 } from './1763690400410-key-rows-by-company.js';

/** Every migration, oldest first. */
export const migrations = [
  CreateFoundation1763690400000,
  CreateIdentity1763690400001,
  CreateAnnouncementTemplates1763690400002,
  CreateActionPlans1763690400003,
  CreatePlanExports1763690400004,
  CreateSegmentation1763690400005,
  CreateWorkforce1763690400006,
  CreateTimesheets1763690400007,
  CreateAudit1763690400008,
  CreateIdempotencyKeys1763690400009,
  CreatePlanRevisions1763690400010,
  PartitionTimesheets1763690400011,
  AddLanesToPlanRevisions1763690400012,
  BoundPlansAndCatalogue1763690400013,
  BoundAuditRecords1763690400014,
  StoreReferencesForIdempotency1763690400015,
  CreateCredentialSecrets1763690400016,
  StoreGroupsWithEmployees1763690400017,
  DropAreaParentKey1763690400018,
  DropPlanRevisions1763690400020,
  DropRevisions1763690400030,
  CreateJobs1763690400040,
  DropExportLeases1763690400050,
  AddNameKeysToEmployees1763690400110,
  SortAndSearchPlans1763690400130,
  ShowTimesOfEmployees1763690400210,
  FindEmployeesByTime1763690400211,
  TrackChanges1763690400220,
  SyncEmployees1763690400240,
  CreateReminders1763690400300,
  SummarizePlans1763690400320,
  OrderChanges1763690400400,
  LockCompanies1763690400405,
  KeyRowsByCompany1763690400410,
  CreateWebhooks1763690400420,
  KeySegmentation1763690400430,
  SkipBadRows1763690400440,
  KeyTimesheets1763690400450,
  CreateEmployeeSources1763690400461,
  ShowColumnsOfSyncs1763690400462,
  CreateScimUsers1763690400470,
  CreateScimRequests1763690400471,
  CreateErasures1763690400480,
  FindTimesheetsOfPeople1763690400481,
  CreateCompanyErasures1763690400482,
  CreateAccesses1763690400490,
  CreateRetentionSettings1763690400500,
  CreateLegalHolds1763690400501,
  TimeGroups1763690400530,
  BoundWebhooks1763690400560,
  RememberKeysOfPeople1763690400570,
  CountRevivals1763690400580,
  AdoptPeople1763690400590,
  FindExternalIdsInAnyCase1763690400595,
  CountLeftOutRows1763690400600,
  FindOverlaps1763690400610,
  CreateSignIn1763690400620,
  KeysByAdmins1763690400700,
  RolesFromStaff1763690400710,
];
