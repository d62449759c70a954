import { parseDateTime } from '../../shared-kernel/date-time.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';

/** A value of a characteristic, as the caller wrote it. */
export interface ProfilePair {
  /** Absent where the id of a value or node stands alone. */
  readonly characteristicId?: string;
  readonly value: string;
}

/** A condition of one characteristic: any of the values, or a day within any of the ranges. */
export interface ProfileCondition {
  readonly characteristicId: string;
  readonly values: readonly string[];
  /** Days like `2026-03-01`, both inclusive. */
  readonly ranges: readonly (readonly [first: string, last: string])[];
}

const PATH = 'profile';

/** The pairs of a text like `id:value,id:value,value`; undefined when one is malformed. */
export function parseProfilePairs(text: string): readonly ProfilePair[] | undefined {
  const pairs = text.split(',').map((part): ProfilePair => {
    const colon = part.indexOf(':');
    if (colon === -1) return { value: part };
    return { characteristicId: part.slice(0, colon), value: part.slice(colon + 1) };
  });
  return pairs.every(({ characteristicId, value }) => characteristicId !== '' && value !== '')
    ? pairs
    : undefined;
}

/**
 * The conditions of a profile: values of one characteristic are alternatives, characteristics add up
 * (docs/contract.md, "GET /api/v1/public/company/employees").
 * @param isDate - true for a characteristic of type `DATE`
 * @throws {ValidationFailed}
 */
export function profileConditions(
  pairs: readonly Required<ProfilePair>[],
  isDate: (characteristicId: string) => boolean,
): ProfileCondition[] {
  const issues: ValidationIssue[] = [];
  const conditions = new Map<string, { values: string[]; ranges: (readonly [string, string])[] }>();
  for (const { characteristicId, value } of pairs) {
    const condition = conditions.get(characteristicId) ?? { values: [], ranges: [] };
    conditions.set(characteristicId, condition);
    if (!isDate(characteristicId)) {
      condition.values.push(value);
      continue;
    }
    const range = daysOf(value);
    if (range) condition.ranges.push(range);
    else
      issues.push({
        path: PATH,
        code: 'DATE_TIME',
        message: `must ask ${characteristicId} for a date or a..b`,
      });
  }
  if (issues.length > 0) throw new ValidationFailed(issues);
  return [...conditions].map(([characteristicId, condition]) => ({ characteristicId, ...condition }));
}

/** The days of a date or of `a..b`; undefined when it is neither, or ends before it begins. */
function daysOf(text: string): readonly [string, string] | undefined {
  const ends = text.split('..');
  if (ends.length > 2) return undefined;
  const days = ends.map((end) => parseDateTime(end)?.toISOString().slice(0, 10));
  const [first, last] = [days[0], days.at(-1)];
  return first !== undefined && last !== undefined && first <= last ? [first, last] : undefined;
}
