import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { lastValueFrom, of, type Observable } from 'rxjs';
import { UNTAGGED } from './answer.js';
import { BODY_LIMITS, type BodyLimits } from './body-limits.js';
import { CompanyShare, WITHOUT_PERMIT } from './company-share.js';
import { DEPRECATION, deprecationHeaders, type Deprecation } from './deprecated.js';
import { checkPathParameters } from './path-parameters.js';
import { checkQueryParameters } from './query-parameters.js';
import { isBusyRead } from './rate-limits.js';
import { checkParameterCount, readBody } from './request-body.js';
import { sendAnswer } from './send-answer.js';
import { STREAMED_BODY } from './streamed-body.js';

/**
 * The way of every request through its handler (ADR 32). It reads the body, which only callers with the permission may
 * send, waits for the share of the company, and sends the return value of the handler. A handler that takes `@Res()`
 * sends its answer itself.
 */
@Injectable()
export class AnswerInterceptor implements NestInterceptor {
  constructor(
    private readonly share: CompanyShare,
    private readonly reflector: Reflector,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const isStreamed = this.reflector.get<true | undefined>(STREAMED_BODY, context.getHandler()) === true;
    const deprecation = this.reflector.get<Deprecation | undefined>(DEPRECATION, context.getHandler());
    if (deprecation) response.set(deprecationHeaders(deprecation));
    checkParameterCount(request);
    if (!isStreamed)
      await readBody(request, this.reflector.get<BodyLimits | undefined>(BODY_LIMITS, context.getHandler()));
    checkPathParameters(request, context.getHandler());
    checkQueryParameters(request, context);
    const { actor } = request;
    // After the body, so that a slow upload holds no permit.
    const needsPermit = this.reflector.get<true | undefined>(WITHOUT_PERMIT, context.getHandler()) !== true;
    const release =
      actor && needsPermit
        ? await this.share.take(actor, response, { isBusyRead: isBusyRead(context.getHandler(), request) })
        : () => undefined;
    if (!release) return of(undefined);
    let sentBytes: number | undefined;
    try {
      const returned: unknown = await lastValueFrom(next.handle());
      if (!response.headersSent && !response.closed) {
        const isTagged = this.reflector.get<true | undefined>(UNTAGGED, context.getHandler()) !== true;
        sentBytes = sendAnswer(returned, response, { isTagged });
      }
      return of(undefined);
    } finally {
      release(sentBytes ?? Number(response.getHeader('Content-Length') ?? 0));
    }
  }
}
