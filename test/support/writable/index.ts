import { assignee, createdAction, updatedAction } from './actions.js';
import { bulkEmployee, endRow, inviteRow, syncedEmployee, updateRow } from './employee-lists.js';
import { employee, employeeRecord } from './employees.js';
import { legalHold } from './holds.js';
import { createdNote, ownNote, updatedNote } from './notes.js';
import { createdPlan, planRecord, updatedPlan } from './plans.js';
import { area, characteristic, group } from './segmentation.js';
import {
  newArea,
  newCharacteristic,
  newGroup,
  newValue,
  patchedArea,
  patchedCharacteristic,
  patchedGroup,
  patchedValue,
  wholeArea,
  wholeCharacteristic,
  wholeGroup,
} from './structure.js';
import { patchedTemplate, template } from './templates.js';
import { companySettings, me } from './settings.js';
import { bulkTimesheet, deleteTimesheetRow, putTimesheetRow } from './timesheet-lists.js';
import { deletedTimesheet, liveTimesheet } from './timesheets.js';
import { apiKey } from './api-keys.js';
import { bulkUser, createdUser, createUserRow, patchedUser, updateUserRow } from './users.js';
import { patchedWebhook, webhook } from './webhooks.js';
import { employeeSource } from './sources.js';
import type { WritableKind } from './writable-kind.js';

/** The bodies of requests, by their names in `openapi.json`. */
export const WRITABLE_BY_REQUESTS: Readonly<Record<string, WritableKind>> = {
  TemplateInput: template,
  TemplatePatch: patchedTemplate,
  CreateActionPlanInput: createdPlan,
  UpdateActionPlanInput: updatedPlan,
  CreateActionInput: createdAction,
  UpdateActionInput: updatedAction,
  AssigneeInput: assignee,
  CreateNoteInput: createdNote,
  MyNoteInput: ownNote,
  UpdateNoteInput: updatedNote,
  EmployeeInput: employee,
  BulkEmployeesInput: bulkEmployee,
  BulkTimesheetsInput: bulkTimesheet,
  UpdateCompanySettingsInput: companySettings,
  UpdateMeInput: me,
  EmployeeSourceInput: employeeSource,
  LegalHoldInput: legalHold,
  WebhookInput: webhook,
  AreaInput: wholeArea,
  GroupInput: wholeGroup,
  CharacteristicInput: wholeCharacteristic,
  NewAreaInput: newArea,
  AreaPatchInput: patchedArea,
  NewGroupInput: newGroup,
  GroupPatchInput: patchedGroup,
  NewCharacteristicInput: newCharacteristic,
  CharacteristicPatchInput: patchedCharacteristic,
  NewValueInput: newValue,
  ValuePatchInput: patchedValue,
  UserInput: createdUser,
  UserPatch: patchedUser,
  BulkUsersInput: bulkUser,
  ApiKeyInput: apiKey,
  WebhookPatch: patchedWebhook,
};

/**
 * The rows of lists in bodies of requests: by the names of their schemas, or of the operation whose body is the list.
 */
export const WRITABLE_BY_LISTS: Readonly<Record<string, WritableKind>> = {
  CreateUserRow: createUserRow,
  UpdateUserRow: updateUserRow,
  InviteRow: inviteRow,
  UpdateRow: updateRow,
  EndRow: endRow,
  PutTimesheetRow: putTimesheetRow,
  DeleteTimesheetRow: deleteTimesheetRow,
  createEmployeeSync: syncedEmployee,
  replaceAreas: wholeArea,
  replaceGroups: wholeGroup,
  replaceCharacteristics: wholeCharacteristic,
};

/** The records of imports, by the names of their importers. */
export const WRITABLE_BY_IMPORTS: Readonly<Record<string, WritableKind>> = {
  ActionPlanImporter: planRecord,
  EmployeeImporter: employeeRecord,
  TimesheetsImporter: liveTimesheet,
  DeletedTimesheetsImporter: deletedTimesheet,
  GroupImporter: group,
  AreaImporter: area,
  CharacteristicImporter: characteristic,
};
