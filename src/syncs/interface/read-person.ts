import { isRecord, issue } from '../../platform/dto/checks.js';
import { readChecked, readDto } from '../../platform/dto/read-dto.js';
import { excessOf, structureExcessOf } from '../../platform/http/request-body.js';
import { EmployeeRequest, type EmployeeContent } from '../../workforce/index.js';
import { withValues } from '../application/row-issues.js';
import type { ListedKey, PersonValidator, ReadRow } from '../../staff-files/index.js';

/** Reads the JSON of a person that an earlier reading has found to be valid. */
export function readJsonAgain(bytes: Buffer): ReadRow {
  return { content: readPersonAgain(JSON.parse(bytes.toString()) as object), issues: [] };
}

/** Reads the JSON of a person by the rules of `EmployeeRequest`. */
export function readJson(bytes: Buffer): ReadRow {
  const excess = structureExcessOf(bytes);
  if (excess !== undefined) return tooComplex(excess);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return { issues: [issue('MALFORMED_JSON', 'must be JSON in UTF-8')] };
  }
  return isRecord(value) ? readPerson(value) : { issues: [issue('WRONG_TYPE', 'must be an object')] };
}

/** The rules of `EmployeeRequest`. */
export const PERSON_VALIDATOR: PersonValidator = { read: readPerson, readAgain: readPersonAgain };

/** Reads a person that an earlier reading has found to be valid. */
function readPersonAgain(value: object): EmployeeContent {
  return readChecked(EmployeeRequest, value);
}

/** Reads a person by the rules of `EmployeeRequest`. */
function readPerson(value: Readonly<Record<string, unknown>>): ReadRow {
  const key = keyOf(value);
  const excess = excessOf(value);
  if (excess !== undefined) return { ...tooComplex(excess), key };
  const { value: content, issues } = readDto(EmployeeRequest, value);
  return issues.length > 0 ? { issues: withValues(issues, value), key } : { content, issues };
}

function tooComplex(excess: string): ReadRow {
  return { issues: [issue('TOO_COMPLEX', `must not have more than ${excess}`)] };
}

/** The keys of a bad row. */
function keyOf({ externalId, email }: Readonly<Record<string, unknown>>): ListedKey {
  return { ...readKey('externalId', externalId), ...readKey('email', email) };
}

function readKey(property: keyof ListedKey, value: unknown): ListedKey {
  if (value === undefined || value === null) return {};
  const { value: read, issues } = readDto(EmployeeRequest, { [property]: value });
  return { [property]: issues.length > 0 ? null : read[property] };
}
