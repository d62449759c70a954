import { dateTimeIssues, parseDateTime } from '../../shared-kernel/date-time.js';
import { idIssues } from '../../shared-kernel/id.js';
import { flag, objectIssues, oneOf } from '../../shared-kernel/shape.js';
import type { EmployeeContent, EmployeeMembers } from './employee-content.js';
import { InvalidEmployee } from './employee.errors.js';
import { membersOf } from './employee.js';
import { EMPLOYEE_RULES, TURNOVER_TYPES, type TurnoverType } from './employee.rules.js';

/** A person as a record tells of them. What is undefined was not told. */
export interface ImportedEmployee extends EmployeeMembers {
  readonly id: string | undefined;
  readonly activated: boolean | undefined;
  readonly isDeleted: boolean;
  readonly turnoverDate: Date | undefined;
  readonly turnoverType: TurnoverType | undefined;
}

const RECORD = {
  ...EMPLOYEE_RULES,
  id: idIssues,
  activated: flag,
  deleted: flag,
  turnoverDate: dateTimeIssues,
  turnoverType: oneOf(TURNOVER_TYPES),
};

interface CheckedRecord extends EmployeeContent {
  readonly id?: string | null;
  readonly activated?: boolean | null;
  readonly deleted?: boolean | null;
  readonly turnoverDate?: string | null;
  readonly turnoverType?: TurnoverType | null;
}

/**
 * A person from a record in the shape in which the API returns people. It must tell who is meant: else a second
 * import would create them once more.
 * @throws {InvalidEmployee} naming every member that breaks its rule
 */
export function importEmployee(record: unknown): ImportedEmployee {
  const issues = objectIssues(record, RECORD);
  if (issues.length > 0) throw new InvalidEmployee(issues);
  const { id, activated, deleted, turnoverDate, turnoverType, ...content } = record as CheckedRecord;
  const members = membersOf(content);
  if (!id && members.email === null && members.externalId === null) {
    const message = 'is required where there is neither email nor externalId';
    throw new InvalidEmployee([{ path: 'id', code: 'REQUIRED', message }]);
  }
  return {
    ...members,
    id: id ?? undefined,
    activated: activated ?? undefined,
    isDeleted: deleted ?? false,
    turnoverDate: turnoverDate ? parseDateTime(turnoverDate) : undefined,
    turnoverType: turnoverType ?? undefined,
  };
}
