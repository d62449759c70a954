import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { lastValueFrom, of, type Observable } from 'rxjs';
import { isDatabaseUnavailable } from '../database/sql-errors.js';
import { CompanyShare } from './company-share.js';
import {
  LargeBody,
  StreamedBody,
  UnknownParametersIgnored,
  WithoutPermit,
  WithoutTag,
} from './handler-options.js';
import { isBusyRead } from './rate-limits.js';
import { readBody } from './request-body.js';
import { checkParameterCount, checkPathParameters, checkQueryParameters } from './request-parameters.js';
import { sendAnswer } from './send-answer.js';

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
    const handler = context.getHandler();
    const isStreamed = this.reflector.get(StreamedBody, handler);
    checkParameterCount(request);
    if (!isStreamed) await readBody(request, this.reflector.get(LargeBody, handler));
    checkPathParameters(request, handler);
    if (!this.reflector.get(UnknownParametersIgnored, handler)) checkQueryParameters(request, context);
    const { actor } = request;
    // After the body, so that a slow upload holds no permit.
    const needsPermit = !isStreamed && !this.reflector.get(WithoutPermit, handler);
    const release =
      actor && needsPermit
        ? await this.share.take(actor, response, { isBusyRead: isBusyRead(handler, request) })
        : () => undefined;
    if (!release) return of(undefined);
    let sentBytes: number | undefined;
    let gotOn = true;
    try {
      const returned: unknown = await lastValueFrom(next.handle());
      if (!response.headersSent && !response.closed) {
        sentBytes = sendAnswer(returned, response, { isTagged: !this.reflector.get(WithoutTag, handler) });
      }
      return of(undefined);
    } catch (error) {
      gotOn = !isDatabaseUnavailable(error);
      throw error;
    } finally {
      release(sentBytes ?? Number(response.getHeader('Content-Length') ?? 0), gotOn);
    }
  }
}
