import { Catch, HttpException, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Express, Request, Response } from 'express';
import { NoPermit } from '../database/semaphore.js';
import { whyUnavailable } from '../database/sql-errors.js';
import { LOGGER, type Logger } from '../logging/logger.js';
import { StorageUnavailable } from '../storage/file-storage.js';
import { HttpProblem, PROBLEM_JSON, problemJson, problemOf } from './http-problem.js';
import { pathOf, routeOf } from './request.js';

/** Seconds after which a client may try again when a dependency was down, or other requests are in the way. */
export const RETRY_AFTER_S = '2';

/** The problems of paths below a prefix, in the form of a standard: also those of requests that reach no handler. */
export interface ProblemForm {
  /** Without a slash at its beginning and its end. */
  readonly prefix: string;
  readonly send: (problem: HttpProblem, request: Request, response: Response) => void;
}

interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/** Turns everything that is thrown into a problem document (docs/contract.md, "Problems"). */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly adapterHost: HttpAdapterHost,
    private readonly forms: readonly ProblemForm[] = [],
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const problem = this.toProblem(thrown, request);
    request.errorCode = problem.errorCode;
    if (problem.status >= 500) {
      const { requestId } = request;
      this.logger.error(
        { requestId, route: routeOf(request), errorCode: problem.errorCode, err: thrown },
        'failure',
      );
    }
    if (response.headersSent) {
      response.destroy(); // a half-sent answer must not look whole
      return;
    }
    this.send(problem, request, response);
  }

  /** @param response - nothing of it is sent yet */
  protected send(problem: HttpProblem, request: Request, response: Response): void {
    const path = `${pathOf(request)}/`;
    const { send } = this.forms.find(({ prefix }) => path.startsWith(`/${prefix}/`)) ?? { send: sendProblem };
    send(problem, request, response);
  }

  protected toProblem(thrown: unknown, request: Request): HttpProblem {
    const problem = problemOf(thrown);
    if (problem) return problem;
    if (thrown instanceof NoPermit)
      return HttpProblem.of(thrown.limitOf === 'process' ? 'SERVICE_BUSY' : 'TOO_MANY_AT_ONCE', {
        'Retry-After': RETRY_AFTER_S,
      });
    if (thrown instanceof StorageUnavailable)
      return HttpProblem.of('STORAGE_UNAVAILABLE', { 'Retry-After': RETRY_AFTER_S });
    const cause = whyUnavailable(thrown);
    if (cause !== undefined)
      return new HttpProblem(503, 'DATABASE_UNAVAILABLE', `The database ${cause}; try again.`, {
        headers: { 'Retry-After': RETRY_AFTER_S },
      });
    const { status, headers } = expressErrorOf(thrown);
    if (status === 404) return this.unmatched(request);
    if (status === 412) return HttpProblem.of('PRECONDITION_FAILED');
    if (status === 416) return HttpProblem.of('RANGE_NOT_SATISFIABLE', headers);
    return HttpProblem.of(status === 400 ? 'MALFORMED_URL' : 'INTERNAL_ERROR');
  }

  private unmatched(request: Request): HttpProblem {
    const { router } = this.adapterHost.httpAdapter.getInstance<Express>();
    const allowed = methodsOf(router.stack as unknown as Layer[], pathOf(request));
    if (allowed.length === 0) return HttpProblem.of('ROUTE_NOT_FOUND');
    const headers = { Allow: allowed.join(', ') };
    return new HttpProblem(405, 'METHOD_NOT_ALLOWED', `This path answers ${headers.Allow} only.`, {
      headers,
    });
  }
}

/** Of Express, or of its server of files. */
function expressErrorOf(thrown: unknown): { status?: unknown; headers?: Readonly<Record<string, string>> } {
  if (thrown instanceof HttpException) return { status: thrown.getStatus() };
  return typeof thrown === 'object' && thrown !== null ? thrown : {};
}

function sendProblem(problem: HttpProblem, request: Request, response: Response): void {
  for (const [name, value] of Object.entries(problem.extra.headers ?? {})) response.setHeader(name, value);
  response
    .status(problem.status)
    .setHeader('Content-Type', PROBLEM_JSON)
    .setHeader('Cache-Control', 'no-store')
    .end(problemJson(problem, { instance: pathOf(request), requestId: request.requestId }));
}

/** Methods of the routes that fit a path, in alphabetical order; none when nothing is there. */
function methodsOf(layers: readonly Layer[], path: string): string[] {
  const fitting = layers.filter((layer) => layer.route && layer.match(path));
  const methods = new Set(fitting.flatMap(({ route }) => Object.keys(route?.methods ?? {})));
  if (methods.has('get')) methods.add('head');
  return [...methods].map((method) => method.toUpperCase()).sort();
}
