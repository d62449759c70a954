import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { validate } from './checked.js';
import { issue } from './checks.js';
import type { Query } from './query.js';
import { parametersOf, type ParameterKind } from './query-properties.js';
import type { ReadDto } from './read-dto.js';

/** A query may have no parameters. */
const OPTIONS = { forbidUnknownValues: false };

/** Reads a query as an instance of its class, which has all its parameters (`checkQueryParameters`). */
export function readQuery<T extends object>(type: Type<T>, query: Query): ReadDto<T> {
  if (Object.keys(query).length === 0) {
    const value = new type();
    return { value, issues: validate(value, OPTIONS) };
  }
  const { plain, issues } = toPlain(query, parametersOf(type.prototype as object));
  const value = plainToInstance(type, plain, { exposeUnsetFields: false });
  const wrong = new Set(issues.map(({ path }) => path));
  const found = validate(value, OPTIONS);
  issues.push(...found.filter(({ path }) => !wrong.has(path)).map(withCauseInQuery));
  const order = Object.keys(plain);
  issues.sort((one, other) => order.indexOf(one.path) - order.indexOf(other.path));
  return { value, issues };
}

/** In the text of a query, only bytes that are not UTF-8 make an unpaired surrogate ({@link parseQuery}). */
function withCauseInQuery(issue: ValidationIssue): ValidationIssue {
  return issue.code === 'UNPAIRED_SURROGATE' ? { ...issue, message: 'must be UTF-8' } : issue;
}

/** The parameters of a class as they were sent, in the order of the query, and the issues of their form. */
function toPlain(
  query: Query,
  parameters: ReadonlyMap<string, ParameterKind>,
): { plain: Record<string, unknown>; issues: ValidationIssue[] } {
  const plain: Record<string, unknown> = {};
  const issues: ValidationIssue[] = [];
  for (const [written, given] of Object.entries(query)) {
    const { name = '', brackets } = /^(?<name>[^[]*)(?<brackets>\[.*)?$/s.exec(written)?.groups ?? {};
    const kind = parameters.get(name);
    if (kind === 'list' || kind === 'repeated') {
      const split = (text: string): string[] => (kind === 'list' ? text.split(',') : [text]);
      const texts = [given]
        .flat()
        .flatMap(split)
        .filter((entry) => entry !== '');
      const isSet = [given].flat().some((text) => text !== '');
      if (brackets !== undefined && !/^\[\d*\]$/.test(brackets)) {
        issues.push(issue('BRACKETS', `must be written as ${name}, ${name}[] or ${name}[0]`, name));
      } else if (isSet && texts.length === 0) issues.push(issue('EMPTY', 'must have a value', name));
      if (isSet) plain[name] = [...((plain[name] as string[] | undefined) ?? []), ...texts];
    } else if (kind === 'filled' && given === '') {
      plain[name] = given;
      issues.push(issue('EMPTY', 'must have a value', name));
    } else if (kind !== undefined && given !== '') {
      plain[name] = given;
      if (brackets !== undefined) issues.push(issue('BRACKETS', 'must be written without brackets', name));
      else if (Array.isArray(given)) issues.push(issue('REPEATED', 'must be given once', name));
    }
  }
  return { plain, issues };
}
