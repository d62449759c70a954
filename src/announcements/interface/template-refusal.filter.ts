import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { InvalidRequest } from '../../platform/http/http-problem.js';
import { MultiLanguage } from '../../platform/http/openapi/multi-language.dto.js';
import { DomainError } from '../../shared-kernel/domain-error.js';
import { int32Issues } from '../../shared-kernel/int32.js';
import type { Template, TemplateRefusalReason } from './announcement-template.dto.js';

/**
 * Refused writes of templates answer 412 with the Template schema: the template as it was sent, as far as it could
 * be read, and the reason (interface 7, decisions 2). Malformed JSON and other failures stay problem documents.
 */
@Catch(InvalidRequest, DomainError)
export class TemplateRefusalFilter implements ExceptionFilter<InvalidRequest | DomainError> {
  catch(refusal: InvalidRequest | DomainError, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request<{ templateId?: string }>>();
    const response = host.switchToHttp().getResponse<Response>();
    const invalid = refusal instanceof InvalidRequest;
    const reason = {
      errorCode: invalid ? refusal.errorCode : refusal.code,
      detail: refusal.message,
      errors: (invalid ? refusal.extra.errors : refusal.issues) ?? [],
      requestId: request.requestId,
    } satisfies TemplateRefusalReason;
    // The reason comes first: in Swagger UI it would be below the fold behind a long template.
    const template = asSent(request.body, request.params.templateId);
    response
      .status(412)
      .setHeader('Cache-Control', 'no-store')
      .json({ ...reason, ...template });
  }
}

/** The members of a sent template that have the type of the schema; the two required ones are there in any case. */
function asSent(body: unknown, pathId: string | undefined): Pick<Template, keyof Template> {
  const sent = isRecord(body) ? body : {};
  const { key, title, body: text, resume, category, coverImageURL, order, enabled, placeholders } = sent;
  const id = pathId ?? sent['id'];
  return {
    ...(typeof id === 'string' && { id }),
    key: typeof key === 'string' ? key : '',
    title: textAsSent(title),
    ...(isRecord(text) && { body: textAsSent(text) }),
    ...(isRecord(resume) && { resume: textAsSent(resume) }),
    ...(typeof category === 'string' && { category }),
    ...(typeof coverImageURL === 'string' && { coverImageURL }),
    ...(int32Issues(order).length === 0 && { order: order as number }),
    ...(typeof enabled === 'boolean' && { enabled }),
    placeholders: Array.isArray(placeholders)
      ? placeholders.filter((token): token is string => typeof token === 'string')
      : [],
  };
}

function textAsSent(text: unknown): MultiLanguage {
  const { defaultValue, langValues } = isRecord(text) ? text : {};
  const texts = isRecord(langValues)
    ? Object.entries(langValues).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    : undefined;
  return MultiLanguage.from({
    defaultValue: typeof defaultValue === 'string' ? defaultValue : '',
    ...(texts && { langValues: Object.fromEntries(texts) }),
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
