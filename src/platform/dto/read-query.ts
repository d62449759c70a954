import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { issue } from './checks.js';
import type { Query } from './query.js';
import { listsOf } from './query-properties.js';
import { issuesOf, type ReadDto } from './read-dto.js';

/** Reads a query as an instance of its class. Parameters that the class does not have are ignored (decisions 1.13). */
export function readQuery<T extends object>(type: Type<T>, query: Query): ReadDto<T> {
  if (Object.keys(query).length === 0) return { value: new type(), issues: [] }; // no parameter is required
  const lists = listsOf(type.prototype as object);
  const plain = toPlain(query, lists);
  const value = plainToInstance(type, plain, { exposeUnsetFields: false });
  const errors = validateSync(value, { whitelist: true, stopAtFirstError: true, forbidUnknownValues: false });
  const repeated = Object.keys(value).filter((name) => Array.isArray(plain[name]) && !lists.has(name));
  const issues: ValidationIssue[] = repeated.map((name) => issue('REPEATED', 'must be given once', name));
  for (const error of errors) if (!repeated.includes(error.property)) issues.push(...issuesOf([error]));
  const order = Object.keys(plain);
  issues.sort((one, other) => order.indexOf(one.path) - order.indexOf(other.path));
  return { value, issues };
}

function toPlain(query: Query, lists: ReadonlySet<string>): Record<string, unknown> {
  const plain: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(query)) {
    const list = name.endsWith('[]') ? name.slice(0, -2) : name;
    if (!lists.has(list)) {
      if (given !== '') plain[name] = given;
      continue;
    }
    const texts = [given].flat().flatMap((text) => text.split(',').filter((entry) => entry !== ''));
    if (texts.length > 0) plain[list] = [...((plain[list] as string[] | undefined) ?? []), ...texts];
  }
  return plain;
}
