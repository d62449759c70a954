import { STATUS_CODES } from 'node:http';
import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath, type ApiResponseOptions } from '@nestjs/swagger';
import type { ProblemStatus } from '../http-problem.js';
import { Problem } from './problem.dto.js';

interface Illustration {
  readonly description: string;
  readonly errorCode: string;
  readonly detail: string;
  readonly errors?: readonly { path: string; code: string; message: string }[];
  readonly header?: { readonly name: string; readonly description: string; readonly example: string };
}

/** Placeholder for the header of the credential of the operation. */
const CREDENTIAL = '{credential}';

const ILLUSTRATIONS: Readonly<Record<ProblemStatus, Illustration>> = {
  400: {
    description: 'The body or a parameter is malformed or not valid; nothing was changed.',
    errorCode: 'VALIDATION_FAILED',
    detail: 'name must be a string.',
    errors: [{ path: 'name', code: 'WRONG_TYPE', message: 'must be a string' }],
  },
  401: {
    description:
      'The credential is missing, unknown, expired, revoked or of the other area; one answer for every cause.',
    errorCode: 'CREDENTIAL_REQUIRED',
    detail: `A valid credential is required in the header ${CREDENTIAL}.`,
    header: {
      name: 'WWW-Authenticate',
      description: 'The header that carries the credential.',
      example: `${CREDENTIAL} realm="workforce-engagement"`,
    },
  },
  403: {
    description: 'The credential is valid but does not carry the right.',
    errorCode: 'FORBIDDEN',
    detail: 'The credential is valid but does not carry the right to do this.',
  },
  404: {
    description: 'There is nothing with this id or at this path.',
    errorCode: 'NOT_FOUND',
    detail: 'There is nothing with this id.',
  },
  405: {
    description: 'The path exists, but not with this method.',
    errorCode: 'METHOD_NOT_ALLOWED',
    detail: 'This path answers GET, HEAD only.',
    header: { name: 'Allow', description: 'The methods of the path.', example: 'GET, HEAD' },
  },
  409: {
    description: 'The request conflicts with what is stored.',
    errorCode: 'CONFLICT',
    detail: 'The request conflicts with existing data.',
  },
  410: { description: 'What was here has expired.', errorCode: 'GONE', detail: 'This link has expired.' },
  413: {
    description: 'The body is larger than 1 MiB.',
    errorCode: 'BODY_TOO_LARGE',
    detail: 'The body is larger than 1048576 bytes.',
  },
  415: {
    description: 'The body is not `application/json`, `application/*+json` or `*/*`, in UTF-8.',
    errorCode: 'UNSUPPORTED_MEDIA_TYPE',
    detail: 'The body must be application/json.',
  },
  416: {
    description: 'The file has no such part.',
    errorCode: 'RANGE_NOT_SATISFIABLE',
    detail: 'The file has 12345 bytes.',
    header: { name: 'Content-Range', description: 'The size of the file.', example: 'bytes */12345' },
  },
  429: {
    description: 'Too many requests.',
    errorCode: 'TOO_MANY_REQUESTS',
    detail: 'Too many requests; try again later.',
    header: { name: 'Retry-After', description: 'Seconds to wait.', example: '2' },
  },
  500: {
    description: 'The service failed; the failure has been recorded under the request id.',
    errorCode: 'INTERNAL_ERROR',
    detail: 'The service failed to answer; the failure has been recorded.',
  },
  503: {
    description: 'Something that the service depends on does not answer; nothing was changed.',
    errorCode: 'DATABASE_UNAVAILABLE',
    detail: 'The database does not answer at the moment; try again.',
    header: { name: 'Retry-After', description: 'Seconds to wait.', example: '2' },
  },
};

function problemResponse(status: ProblemStatus, credentialHeader = ''): ApiResponseOptions {
  const { description, errorCode, detail, errors, header } = ILLUSTRATIONS[status];
  const example = {
    type: `urn:workforce-engagement:problem:${errorCode.toLowerCase().replaceAll('_', '-')}`,
    title: STATUS_CODES[status],
    status,
    detail: detail.replace(CREDENTIAL, credentialHeader),
    instance: '/api/v1',
    errorCode,
    ...(errors && { errors }),
    requestId: '6f1f9d0e-5b0c-4d3e-9a53-0d9a4c1a7f10',
  };
  return {
    status,
    description,
    content: { 'application/problem+json': { schema: { $ref: getSchemaPath(Problem) }, example } },
    ...(header && {
      headers: {
        [header.name]: {
          description: header.description,
          required: true,
          schema: { type: 'string' },
          example: header.example.replace(CREDENTIAL, credentialHeader),
        },
      },
    }),
  };
}

/** Documents answers that are problem documents, each with an example. */
export function ApiProblems(
  ...statuses: readonly Exclude<ProblemStatus, 401>[]
): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ApiExtraModels(Problem),
    ...statuses.map((status) => ApiResponse(problemResponse(status))),
  );
}

/** Documents the answer to a request without a valid credential in the given header. */
export function ApiCredentialProblem(header: string): MethodDecorator & ClassDecorator {
  return applyDecorators(ApiExtraModels(Problem), ApiResponse(problemResponse(401, header)));
}
