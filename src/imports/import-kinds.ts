import type { Type } from '@nestjs/common';
import { ActionPlanImporter } from '../action-plans/index.js';
import { AreaImporter, CharacteristicImporter, GroupImporter } from '../segmentation/index.js';
import type { RecordImporter } from '../shared-kernel/record-importer.js';
import { DeletedTimesheetsImporter, TimesheetsImporter } from '../timesheets/index.js';
import { EmployeeImporter } from '../workforce/index.js';

/** A kind of record that a file may contain. */
export interface ImportKind {
  /** Name of its list in the import document, like `timesheets`. */
  readonly list: string;
  /** `type` of its lines in NDJSON, like `timesheet`. A kind without one is accepted in the document only. */
  readonly type?: string;
  readonly importer: Type<RecordImporter>;
  /**
   * Records are imported as they are read. Other kinds are imported when the file has been read, all at once, because
   * their records refer to each other, or because those that the file does not name may be removed.
   */
  readonly isStreamed?: boolean;
}

/** The kinds of records of a file, sorted so that records refer to kinds before their own. */
export const IMPORT_KINDS: readonly ImportKind[] = [
  { list: 'areas', type: 'area', importer: AreaImporter },
  { list: 'groups', type: 'group', importer: GroupImporter },
  // Not in NDJSON: the `type` of a characteristic is a property of its own.
  { list: 'characteristics', importer: CharacteristicImporter },
  { list: 'employees', type: 'employee', importer: EmployeeImporter },
  { list: 'plans', type: 'plan', importer: ActionPlanImporter },
  { list: 'timesheets', type: 'timesheet', importer: TimesheetsImporter, isStreamed: true },
  {
    list: 'deletedTimesheets',
    type: 'deletedTimesheet',
    importer: DeletedTimesheetsImporter,
    isStreamed: true,
  },
];

/** Lists whose import may remove areas, groups or values that employees refer to. */
export const REFERRED_TO = ['areas', 'groups', 'characteristics'];
