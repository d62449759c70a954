/** The public API of the files of HR departments: the columns of their sources, and the people in their rows. */
export { EmployeeSourcesService } from './application/employee-sources.service.js';
export type { ShownColumn } from './application/file-columns.js';
export {
  FilePeople,
  type FileOfSource,
  type PersonValidator,
  type ReadRow,
} from './application/file-people.js';
export { isNoRow, shownText, WorkbookReader, type FileRow } from './application/file-rows.js';
export {
  ListRefused,
  peopleOf,
  type FilePlace,
  type ListedKey,
  type ListedPerson,
  type ListedRow,
  type ListReading,
} from './application/listed-rows.js';
export { ReferenceNames } from './application/reference-names.js';
export { cleanName } from './domain/cell-texts.js';
export { guessProperties } from './domain/column-guess.js';
export { DEFAULT_SOURCE } from './domain/source-content.js';
export {
  MAX_FILE_COLUMNS,
  MAX_FILE_ROWS,
  MAX_SYNC_PEOPLE,
  MAX_SYNC_PERSON_BYTES,
  MAX_WORKBOOK_BYTES,
  SOURCE_LIMITS,
} from './domain/staff-file.limits.js';
export { registerSourceCommands } from './interface/source.commands.js';
export { StaffFilesApiModule, StaffFilesModule, StaffFilesOperationsModule } from './staff-files.module.js';
