import { filledTextIssues, wordsIssues } from '../../shared-kernel/text.js';
import { propertyName, propertyPath, type ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { COLUMN_NAMES } from './employee-columns.js';
import { headerKey } from './source-columns.js';
import {
  columnPropertyOf,
  HEADER_LIMITS,
  MAX_ROW_RULE_VALUES,
  MAX_ROW_RULES,
  MAX_SOURCE_COLUMNS,
  type SourceContent,
} from './source-content.js';

const UNKNOWN_PROPERTY = `must be null, ${COLUMN_NAMES.join(', ')} or profile. and the name or id of a characteristic`;

const issue = (code: string, message: string, path = ''): ValidationIssue => ({ path, code, message });

/** The rules that columns violate: known properties, and headers that differ. */
export function columnsIssues(value: unknown): ValidationIssue[] {
  return headersIssues(value, MAX_SOURCE_COLUMNS, (property, path) =>
    property !== null && (typeof property !== 'string' || !columnPropertyOf(property))
      ? [issue('NOT_ALLOWED', UNKNOWN_PROPERTY, path)]
      : [],
  );
}

/** The rules that values of columns violate by which rows are left out. */
export function leaveOutIssues(value: unknown): ValidationIssue[] {
  return headersIssues(value, MAX_ROW_RULES, valuesIssues);
}

/** The rules that the values of a column violate by which the main row of a person is found. */
export function mainRowsIssues(value: unknown): ValidationIssue[] {
  return headersIssues(value, 1, valuesIssues);
}

/** The rules that the content of a source violates as a whole. */
export function sourceIssues(content: SourceContent): ValidationIssue[] {
  const { columns, endColumn, nameColumns = [] } = content;
  const mapped = new Map(
    Object.entries(columns).flatMap(([header, property]) =>
      property === null ? [] : [[headerKey(header), property] as const],
    ),
  );
  const names = nameColumns.map(headerKey);
  const issues: ValidationIssue[] = [];
  const isTaken = (header: string): boolean => mapped.has(headerKey(header));
  if (endColumn !== undefined && (isTaken(endColumn) || names.includes(headerKey(endColumn))))
    issues.push(issue('DISAGREES', 'must not be the header of a property', 'endColumn'));
  nameColumns.forEach((header, index) => {
    const path = `nameColumns[${index}]`;
    if (names[index] === '') issues.push(issue('DISAGREES', 'must be a header, not spaces', path));
    if (isTaken(header)) issues.push(issue('DISAGREES', 'must not be the header of a property', path));
    if (names.indexOf(headerKey(header)) < index)
      issues.push(issue('NOT_UNIQUE', 'must differ from other headers by more than case', path));
  });
  for (const rules of ['leaveOut', 'mainRows'] as const)
    for (const header of Object.keys(content[rules]))
      if (endColumn !== undefined && headerKey(header) === headerKey(endColumn))
        issues.push(
          issue('DISAGREES', 'must not be the endColumn', propertyPath(rules, propertyName(header))),
        );
  if (nameColumns.length > 0 && [...mapped.values()].includes('name'))
    issues.push(issue('DISAGREES', 'must be absent where a column has the property name', 'nameColumns'));
  return issues;
}

/** The rules that an object violates whose properties are headers. */
function headersIssues(
  value: unknown,
  maxHeaders: number,
  check: (value: unknown, path: string) => ValidationIssue[],
): ValidationIssue[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [issue('WRONG_TYPE', 'must be an object')];
  const entries = Object.entries(value);
  if (entries.length > maxHeaders)
    return [
      issue('TOO_MANY', `must have at most ${maxHeaders} ${maxHeaders === 1 ? 'property' : 'properties'}`),
    ];
  const headers = new Set<string>();
  return entries.flatMap(([header, each]: [string, unknown]) => {
    const path = propertyName(header);
    const [wrong] = filledTextIssues(header, HEADER_LIMITS);
    if (wrong) return [issue(wrong.code, `the header ${wrong.message}`, path)];
    const issues = check(each, path);
    if (issues.length > 0) return issues;
    const key = headerKey(header);
    if (headers.has(key))
      return [issue('NOT_UNIQUE', 'must differ from other headers by more than case', path)];
    headers.add(key);
    return [];
  });
}

function valuesIssues(value: unknown, path: string): ValidationIssue[] {
  if (!Array.isArray(value)) return [issue('WRONG_TYPE', 'must be a list of texts', path)];
  if (value.length === 0) return [issue('TOO_FEW', 'must have at least 1 entry', path)];
  if (value.length > MAX_ROW_RULE_VALUES)
    return [issue('TOO_MANY', `must have at most ${MAX_ROW_RULE_VALUES} entries`, path)];
  return value.flatMap((each: unknown, index) =>
    wordsIssues(each, HEADER_LIMITS).map((wrong) => ({
      ...wrong,
      path: propertyPath(`${path}[${index}]`, wrong.path),
    })),
  );
}
