import { Injectable, type ArgumentMetadata, type PipeTransform, type Type } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { isOptionalBody } from '../dto/optional-body.js';
import { OptionalPageQuery } from '../dto/optional-page-query.js';
import { completeWindow, PageQuery } from '../dto/page-query.js';
import { readDto } from '../dto/read-dto.js';
import type { Query } from '../dto/query.js';
import { readQuery } from '../dto/read-query.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';

/**
 * Turns bodies and queries into their DTO classes, and validates them by the decorators of the class. All issues are
 * reported at once, each with path, code and message.
 * @throws {ValidationFailed}
 */
@Injectable()
export class ContractValidationPipe implements PipeTransform {
  constructor(private readonly settings: Settings) {}

  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (!metatype || metatype === Object) return value;
    if (type === 'body') return this.body(value, metatype as Type<object>);
    return type === 'query' ? this.query(value as Query, metatype as Type<object>) : value;
  }

  private body(sent: unknown, dto: Type<object>): object {
    const value = isOptionalBody(dto) ? (sent ?? {}) : sent;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      const code = value === undefined || value === null ? 'REQUIRED' : 'WRONG_TYPE';
      throw new ValidationFailed([{ path: '', code, message: 'must be a JSON object' }]);
    }
    const { value: body, issues } = readDto(dto, value);
    if (issues.length > 0) throw new ValidationFailed(issues);
    return body;
  }

  private query(value: Query, dto: Type<object>): object {
    const { value: query, issues } = readQuery(dto, value);
    const isReadable = !issues.some(({ path }) => path === 'from' || path === 'to');
    const all =
      isReadable && hasWindow(query)
        ? [...completeWindow(query, this.settings.maxPageSize), ...issues]
        : issues;
    if (all.length > 0) throw new ValidationFailed(all);
    return query;
  }
}

/** False for a list that is answered as a whole. */
function hasWindow(query: object): query is PageQuery | OptionalPageQuery {
  if (query instanceof OptionalPageQuery) return query.from !== undefined || query.to !== undefined;
  return query instanceof PageQuery;
}
