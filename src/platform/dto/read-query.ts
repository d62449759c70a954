import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { issue } from './checks.js';
import type { Query } from './query.js';
import { parametersOf, type ParameterKind } from './query-properties.js';
import { issuesOf, type ReadDto } from './read-dto.js';

/** Reads a query as an instance of its class. Parameters that the class does not have are ignored (decisions 1.13). */
export function readQuery<T extends object>(type: Type<T>, query: Query): ReadDto<T> {
  if (Object.keys(query).length === 0) return { value: new type(), issues: [] }; // no parameter is required
  const { plain, issues } = toPlain(query, parametersOf(type.prototype as object));
  const value = plainToInstance(type, plain, { exposeUnsetFields: false });
  const errors = validateSync(value, { whitelist: true, stopAtFirstError: true, forbidUnknownValues: false });
  const wrong = new Set(issues.map(({ path }) => path));
  for (const error of errors) if (!wrong.has(error.property)) issues.push(...issuesOf([error]));
  const order = Object.keys(plain);
  issues.sort((one, other) => order.indexOf(one.path) - order.indexOf(other.path));
  return { value, issues };
}

/** What the caller wrote of the parameters of a class, in the order of the query, and what is wrong with the form. */
function toPlain(
  query: Query,
  parameters: ReadonlyMap<string, ParameterKind>,
): { plain: Record<string, unknown>; issues: ValidationIssue[] } {
  const plain: Record<string, unknown> = {};
  const issues: ValidationIssue[] = [];
  for (const [written, given] of Object.entries(query)) {
    const { name = '', brackets } = /^(?<name>[^[]*)(?<brackets>\[.*)?$/s.exec(written)?.groups ?? {};
    const kind = parameters.get(name);
    if (kind === 'list') {
      const texts = [given].flat().flatMap((text) => text.split(',').filter((entry) => entry !== ''));
      const isSet = [given].flat().some((text) => text !== '');
      if (brackets !== undefined && !/^\[\d*\]$/.test(brackets)) {
        issues.push(issue('BRACKETS', 'takes no brackets but [] and an index', name));
      } else if (isSet && texts.length === 0) issues.push(issue('EMPTY', 'must have a value', name));
      if (isSet) plain[name] = [...((plain[name] as string[] | undefined) ?? []), ...texts];
    } else if (kind === 'scalar' && given !== '') {
      plain[name] = given;
      if (brackets !== undefined) issues.push(issue('BRACKETS', 'takes no brackets', name));
      else if (Array.isArray(given)) issues.push(issue('REPEATED', 'must be given once', name));
    }
  }
  return { plain, issues };
}
