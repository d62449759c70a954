import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { lastValueFrom, of, type Observable } from 'rxjs';
import { BusyReads, CompanyConnections } from '../database/company-connections.js';
import { UNTAGGED } from './answer.js';
import { takeShare, type CompanyPermits } from './company-share.js';
import { checkPathParameters } from './path-parameters.js';
import { isBusyRead } from './rate-limits.js';
import { readBody } from './request-body.js';
import { sendAnswer } from './send-answer.js';

/**
 * The way of every request through its handler (ADR 32). It reads the body, which only callers with the permission may
 * send, waits for the share of the company, and sends the return value of the handler. A handler that takes `@Res()`
 * sends its answer itself.
 */
@Injectable()
export class AnswerInterceptor implements NestInterceptor {
  constructor(
    private readonly connections: CompanyConnections,
    private readonly busyReads: BusyReads,
    private readonly reflector: Reflector,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    await readBody(request);
    checkPathParameters(request, context.getHandler());
    // After the body, so that a slow upload holds no permit.
    const release = await takeShare(this.permitsFor(context, request), response);
    if (!release) return of(undefined);
    try {
      const returned: unknown = await lastValueFrom(next.handle());
      if (!response.headersSent && !response.closed) {
        const isTagged = this.reflector.get<true | undefined>(UNTAGGED, context.getHandler()) !== true;
        sendAnswer(returned, response, { isTagged });
      }
      return of(undefined);
    } finally {
      release(Number(response.getHeader('Content-Length') ?? 0));
    }
  }

  /** Those of the busy reads come first, so that who waits for one leaves the connections to other requests. */
  private permitsFor(context: ExecutionContext, request: Request): CompanyPermits | undefined {
    const { actor } = request;
    if (!actor) return undefined;
    const isBusy = isBusyRead(context.getHandler(), request);
    return {
      companyId: actor.companyId,
      busyReads: isBusy ? this.busyReads : undefined,
      connections: this.connections,
    };
  }
}
