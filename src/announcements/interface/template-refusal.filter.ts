import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { isRecord, MAX_ISSUES } from '../../platform/dto/checks.js';
import { MultiLanguageResponse } from '../../platform/dto/multi-language.js';
import { MAX_REFUSAL_BYTES } from '../../platform/http/limits.js';
import { DomainError } from '../../shared-kernel/domain-error.js';
import { int32Issues } from '../../shared-kernel/int32.js';
import { TEMPLATE_LIMITS } from '../domain/announcement-template.rules.js';
import type { TemplateResponse } from '../application/announcement-template.response.js';
import type { TemplateRefusalReason } from './template-refusal.response.js';

/**
 * Refused writes of templates answer 412 with the Template schema: the template as it was sent, as far as it could
 * be read and is not too large, and the reason (interface 7, decisions 2). Malformed JSON and other failures stay problem documents.
 */
@Catch(DomainError)
export class TemplateRefusalFilter implements ExceptionFilter<DomainError> {
  catch(refusal: DomainError, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request<{ templateId?: string }>>();
    const response = host.switchToHttp().getResponse<Response>();
    const reason = {
      errorCode: refusal.code,
      detail: refusal.message,
      errors: refusal.issues.slice(0, MAX_ISSUES),
      requestId: request.requestId,
    } satisfies TemplateRefusalReason;
    request.errorCode = reason.errorCode;
    const id = request.params.templateId;
    const whole = refusalJson(reason, asSent(request.body, id));
    const json =
      Buffer.byteLength(whole) > MAX_REFUSAL_BYTES ? refusalJson(reason, shortened(request.body, id)) : whole;
    response.status(412).setHeader('Cache-Control', 'no-store').type('json').send(json);
  }
}

/** The reason comes first: in Swagger UI it would be below the fold behind a long template. */
function refusalJson(reason: object, template: object): string {
  return JSON.stringify(Object.assign({}, reason, template));
}

const asString = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const asText = (value: unknown): MultiLanguageResponse | undefined =>
  isRecord(value) ? textAsSent(value) : undefined;

/** How each property is read from a body that may hold anything; undefined leaves it out. */
const READERS: {
  readonly [Name in keyof Required<TemplateResponse>]: (value: unknown) => TemplateResponse[Name];
} = {
  id: asString,
  key: (value) => asString(value) ?? '',
  title: (value) => textAsSent(isRecord(value) ? value : {}),
  body: asText,
  resume: asText,
  category: asString,
  coverImageURL: asString,
  order: (value) => (int32Issues(value).length === 0 ? (value as number) : undefined),
  enabled: (value) => (typeof value === 'boolean' ? value : undefined),
  placeholders: (value) => (Array.isArray(value) ? value.filter((token) => typeof token === 'string') : []),
};

function asSent(body: unknown, pathId: string | undefined): object {
  const sent = { ...(isRecord(body) ? body : {}), ...(pathId !== undefined && { id: pathId }) } as Record<
    string,
    unknown
  >;
  return Object.fromEntries(Object.entries(READERS).map(([name, read]) => [name, read(sent[name])]));
}

/** Key and title as far as a valid template has them, for one that is too large to be repeated. */
function shortened(body: unknown, pathId: string | undefined): object {
  const { key, title } = (isRecord(body) ? body : {}) as { key?: unknown; title?: unknown };
  const text = isRecord(title) ? asString(title['defaultValue']) : undefined;
  return asSent(
    {
      key: asString(key)?.slice(0, TEMPLATE_LIMITS.key.maxLength),
      title: { defaultValue: text?.slice(0, TEMPLATE_LIMITS.title.maxLength) },
    },
    pathId,
  );
}

function textAsSent({ defaultValue, langValues }: Record<string, unknown>): MultiLanguageResponse {
  const texts = isRecord(langValues)
    ? Object.entries(langValues).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    : undefined;
  return MultiLanguageResponse.from({
    defaultValue: asString(defaultValue) ?? '',
    ...(texts && { langValues: Object.fromEntries(texts) }),
  });
}
