import type { EmployeeContent } from './employee-content.js';
import type { TurnoverType } from './employee.rules.js';

/** A record of an import. It describes an employee in full; what is undefined here it left out. */
export interface ImportedEmployee {
  readonly id?: string | undefined;
  readonly content: EmployeeContent;
  readonly activated?: boolean | undefined;
  readonly isDeleted: boolean;
  readonly turnoverDate?: Date | undefined;
  readonly turnoverType?: TurnoverType | undefined;
}
