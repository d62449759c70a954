import { createParamDecorator, Injectable, type ExecutionContext, type PipeTransform } from '@nestjs/common';
import { ApiQuery, type ApiQueryOptions } from '@nestjs/swagger';
import type { Request } from 'express';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { DEFAULT_PAGE_SIZE, type PageWindow } from '../../shared-kernel/page-window.js';
import { below } from '../../shared-kernel/shape.js';
import { Settings } from '../config/settings.js';
import { InvalidRequest } from './http-problem.js';
import type { Query } from '../dto/query.js';
import { integerParameter, type QueryParameters, type QueryValues } from './query-parameters.js';

const FROM = 'from';
const TO = 'to';

const PAGE_PARAMETERS = {
  [FROM]: integerParameter('Index of the first entry, from 0 on. 0 when not set.', {
    minimum: 0,
    example: 0,
  }),
  [TO]: integerParameter(
    `Index after the last entry, not before \`from\`. \`from\` + ${DEFAULT_PAGE_SIZE} when not set. A page has at ` +
      'most `MAX_PAGE_SIZE` entries (500 unless the deployment says otherwise).',
    { minimum: 0, example: DEFAULT_PAGE_SIZE },
  ),
};

const RawQuery = createParamDecorator((_: unknown, context: ExecutionContext): unknown => {
  return context.switchToHttp().getRequest<Request>().query;
});

/** A window of a list and what narrows the list. */
export interface PagedQuery<P extends QueryParameters> {
  readonly page: PageWindow;
  readonly filter: QueryValues<P>;
}

/** Hands the handler the checked parameters of the query, and documents them. */
export function QueryOf(parameters: QueryParameters): ParameterDecorator {
  @Injectable()
  class QueryPipe implements PipeTransform<Query> {
    transform(query: Query): QueryValues<QueryParameters> {
      const { values, issues } = readQuery(query, parameters);
      if (issues.length > 0) throw new InvalidRequest(issues);
      return values;
    }
  }
  return documented(parameters, RawQuery(QueryPipe));
}

/** Hands the handler the window that is asked for and the checked parameters of the query, and documents them. */
export function PagedQueryOf(parameters: QueryParameters): ParameterDecorator {
  @Injectable()
  class PagedQueryPipe implements PipeTransform<Query> {
    constructor(private readonly settings: Settings) {}

    transform(query: Query): PagedQuery<QueryParameters> {
      const window = readQuery(query, PAGE_PARAMETERS);
      const { values: filter, issues } = readQuery(query, parameters);
      const { from = 0 } = window.values;
      const { to = from + DEFAULT_PAGE_SIZE } = window.values;
      const wrong = window.issues.length > 0 ? window.issues : this.windowIssues({ from, to });
      if (wrong.length + issues.length > 0) throw new InvalidRequest([...wrong, ...issues]);
      return { page: { from, to }, filter };
    }

    private windowIssues({ from, to }: PageWindow): ValidationIssue[] {
      const { maxPageSize } = this.settings;
      if (to < from) return [{ path: TO, code: 'OUT_OF_RANGE', message: 'must not be less than from' }];
      if (to - from <= maxPageSize) return [];
      const message = `must be at most ${maxPageSize} more than from: no page is larger`;
      return [{ path: TO, code: 'PAGE_TOO_LARGE', message }];
    }
  }
  return documented({ ...PAGE_PARAMETERS, ...parameters }, RawQuery(PagedQueryPipe));
}

function readQuery<P extends QueryParameters>(
  query: Query,
  parameters: P,
): { values: QueryValues<P>; issues: ValidationIssue[] } {
  const values: Record<string, unknown> = {};
  const issues: ValidationIssue[] = [];
  for (const [name, parameter] of Object.entries(parameters)) {
    const texts = textsOf(query, name, parameter);
    if (texts.length === 0) continue;
    if ('entry' in parameter) {
      const { entry } = parameter;
      const broken = texts.flatMap((text) => entry.issuesOf(text)).slice(0, 1);
      issues.push(...below(name, broken));
      if (broken.length === 0) values[name] = texts.map((text) => entry.read(text));
      continue;
    }
    const [text = ''] = texts;
    const broken =
      texts.length > 1
        ? [{ path: '', code: 'REPEATED', message: 'must be given once' }]
        : parameter.issuesOf(text);
    issues.push(...below(name, broken));
    if (broken.length === 0) values[name] = parameter.read(text);
  }
  return { values: values as QueryValues<P>, issues };
}

/** What is given for a parameter. Of a list, nothing between two commas is no entry. */
function textsOf(query: Query, name: string, parameter: QueryParameters[string]): readonly string[] {
  const given = query[name];
  if ('entry' in parameter) {
    const texts = [given ?? [], query[`${name}[]`] ?? []].flat();
    return texts.flatMap((text) => text.split(',')).filter((text) => text !== '');
  }
  if (Array.isArray(given)) return given;
  return given === undefined || given === '' ? [] : [given];
}

function documented(parameters: QueryParameters, decorator: ParameterDecorator): ParameterDecorator {
  return (target, member, index) => {
    decorator(target, member, index);
    const descriptor = member === undefined ? undefined : Object.getOwnPropertyDescriptor(target, member);
    if (member === undefined || !descriptor) throw new Error('A query belongs to a handler.');
    for (const [name, { document }] of Object.entries(parameters)) {
      ApiQuery({ name, required: false, ...withExample(document) })(target, member, descriptor);
    }
  };
}

/** An `example` would be filled in by Swagger UI and sent; the list of `examples` is read by people alone. */
function withExample({ example, ...document }: ApiQueryOptions): ApiQueryOptions {
  if (!('schema' in document) || '$ref' in document.schema) return document;
  return { ...document, schema: { ...document.schema, examples: [example] } };
}
