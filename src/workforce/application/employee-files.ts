import type { EmployeeResponse } from './employee.response.js';

/** Employees as rows of a file. */
export interface EmployeeTable {
  readonly headers: readonly string[];
  /** A cell for each header; a text that a sync of the source reads as the same value again. */
  readonly cells: (employee: ListedEmployee) => string[];
}

/** An employee of a file; with the source in a file of everyone. */
export type ListedEmployee = EmployeeResponse & { readonly source?: string | null };

/** Knows the columns of files. Sources belong to the files of the staff, which provide it. */
export abstract class EmployeeFiles {
  /**
   * @param source - whose columns are taken; the names of properties if absent, or if it has none
   * @param hasOthers - a last column says whose people they are
   */
  abstract table(companyId: string, source: string | undefined, hasOthers: boolean): Promise<EmployeeTable>;
}
