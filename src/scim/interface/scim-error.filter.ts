import { Catch, Inject, type ArgumentsHost } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Request, Response } from 'express';
import type { HttpProblem } from '../../platform/http/http-problem.js';
import { ProblemFilter, type ProblemForm } from '../../platform/http/problem.filter.js';
import { LOGGER, type Logger } from '../../platform/logging/logger.js';
import { ScimError, type ScimType } from '../domain/scim-error.js';
import { ERROR_URN, SCIM_PATH } from '../domain/scim-urns.js';
import { SCIM_JSON } from './scim-answer.js';
import { ScimRequestLog } from './scim-request-log.js';

/** The words of SCIM for problems that other parts of the service find. */
const SCIM_TYPES: Readonly<Record<string, ScimType>> = {
  VALIDATION_FAILED: 'invalidValue',
  EMPLOYEE_CONFLICT: 'uniqueness',
  MALFORMED_JSON: 'invalidSyntax',
  BODY_TOO_COMPLEX: 'tooMany',
};

interface Refusal {
  readonly status: number;
  readonly detail: string;
  readonly scimType?: ScimType | undefined;
  readonly logged?: string;
}

/** Turns everything that is thrown by an operation of SCIM into an error of SCIM (RFC 7644, 3.12). */
@Catch()
export class ScimErrorFilter extends ProblemFilter {
  constructor(
    @Inject(LOGGER) logger: Logger,
    adapterHost: HttpAdapterHost,
    private readonly log: ScimRequestLog,
  ) {
    super(logger, adapterHost);
  }

  override catch(thrown: unknown, host: ArgumentsHost): void {
    if (!(thrown instanceof ScimError)) {
      super.catch(thrown, host);
      return;
    }
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const { status, message, scimType, logged } = thrown;
    request.errorCode = `SCIM_${scimType ?? status}`;
    this.answer({ status, detail: message, scimType, logged }, request, http.getResponse<Response>());
  }

  protected override send(
    { status, errorCode, message, extra }: HttpProblem,
    request: Request,
    response: Response,
  ): void {
    setHeaders(extra.headers, response);
    this.answer({ status, detail: message, scimType: SCIM_TYPES[errorCode] }, request, response);
  }

  private answer(refusal: Refusal, request: Request, response: Response): void {
    this.log.refused(request, response, refusal.logged ?? refusal.detail);
    answer(refusal, response);
  }
}

/** Refusals of requests below the path of SCIM that reach none of its operations. */
export const SCIM_PROBLEMS: ProblemForm = {
  prefix: SCIM_PATH,
  send: ({ status, message, extra }, _request, response) => {
    setHeaders(extra.headers, response);
    answer({ status, detail: message }, response);
  },
};

function setHeaders(headers: HttpProblem['extra']['headers'], response: Response): void {
  for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value);
}

/** Strict clients refuse an error with more members: the id of the request is in its header alone. */
function answer({ status, detail, scimType }: Refusal, response: Response): void {
  const error = { schemas: [ERROR_URN], status: String(status), ...(scimType && { scimType }), detail };
  response
    .status(status)
    .setHeader('Content-Type', SCIM_JSON)
    .setHeader('Cache-Control', 'no-store')
    .end(JSON.stringify(error));
}
