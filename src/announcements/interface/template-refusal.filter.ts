import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { MAX_ISSUES } from '../../platform/dto/checks.js';
import { MAX_REFUSAL_BYTES } from '../../platform/http/limits.js';
import { DomainError } from '../../shared-kernel/domain-error.js';
import { TEMPLATE_LIMITS } from '../domain/announcement-template.rules.js';
import { TemplateResponse } from '../application/announcement-template.response.js';
import type { TemplateRefusalReason } from './template-refusal.response.js';

/**
 * Refused writes of templates answer 412 with the Template schema: the template as it was sent, as far as it could be
 * read and is not too large, and the reason (docs/contract.md, "Announcement templates"). Malformed JSON and other
 * failures stay problem documents.
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
    const whole = refusalJson(reason, TemplateResponse.asSent(request.body, id));
    const json =
      Buffer.byteLength(whole) > MAX_REFUSAL_BYTES ? refusalJson(reason, shortened(request.body, id)) : whole;
    response.status(412).setHeader('Cache-Control', 'no-store').type('json').send(json);
  }
}

/** The reason comes first: in Swagger UI it would be below the fold behind a long template. */
function refusalJson(reason: object, template: object): string {
  return JSON.stringify(Object.assign({}, reason, template));
}

/** Key and title as far as a valid template has them, for one that is too large to be repeated. */
function shortened(body: unknown, pathId: string | undefined): object {
  const { key, title } = TemplateResponse.asSent(body, pathId);
  return TemplateResponse.asSent(
    {
      key: key.slice(0, TEMPLATE_LIMITS.key.maxLength),
      title: { defaultValue: title.defaultValue.slice(0, TEMPLATE_LIMITS.title.maxLength) },
    },
    pathId,
  );
}
