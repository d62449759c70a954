import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension, ApiExtraModels, getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import { detailOf, HttpProblem, PROBLEM_JSON, problemJson } from '../http-problem.js';
import type { ErrorHeader, ProblemStatus } from './error-code.js';
import { allErrorCodes, codeOf, definitionOf, type ErrorCode, type NamedError } from './error-codes.js';
import { ERROR_CODE, Problem } from './problem.dto.js';

const METHODS_WITH_BODY = new Set(['post', 'put', 'patch']);

/** Metadata of a handler: the errors that it documents. */
export const HANDLER_ERRORS = 'handler-errors';

/**
 * The codes of an answer, for programs. They are not in its schema, so that all problems have the same one and
 * generated clients one type of errors.
 */
export const NAMED_CODES = 'x-error-codes';

/**
 * Names the errors of a handler besides those that follow from what it takes: the credential, the body, and the
 * parameters ({@link documentProblems}).
 */
export function ApiProblems(...errors: readonly NamedError[]): MethodDecorator {
  const codes = errors.map(codeOf);
  return applyDecorators(
    ApiExtraModels(Problem),
    ApiExtension(NAMED_CODES, codes),
    SetMetadata(HANDLER_ERRORS, codes),
  );
}

interface Operation {
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
  }[];
  readonly requestBody?: unknown;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly responses: Record<string, { content?: object }>;
  [NAMED_CODES]?: readonly string[];
}

/** Documents all answers that are problem documents, each with its codes. */
export function documentProblems(document: OpenAPIObject): void {
  // A context may define its errors after the class of problems was loaded.
  Object.assign(document.components?.schemas?.[ERROR_CODE.enumName] ?? {}, { enum: allErrorCodes() });
  for (const item of Object.values(document.paths)) {
    for (const [method, each] of Object.entries(item)) {
      const operation = each as Operation;
      const codes = new Set([...commonCodes(method, operation), ...(operation[NAMED_CODES] ?? [])]);
      Reflect.deleteProperty(operation, NAMED_CODES);
      for (const [status, group] of byStatus(codes)) {
        const documented = operation.responses[status];
        const problem = problemResponse(status, group);
        operation.responses[status] = {
          ...problem,
          ...documented,
          content: { ...problem.content, ...documented?.content },
        };
      }
    }
  }
}

/** The errors that follow from what an operation takes. */
function commonCodes(
  method: string,
  { parameters = [], requestBody, security, responses, [NAMED_CODES]: codes = [] }: Operation,
): ErrorCode[] {
  const has = (place: string): boolean => parameters.some((parameter) => parameter.in === place);
  const takesHeader = (header: string): boolean =>
    parameters.some((parameter) => parameter.in === 'header' && parameter.name === header);
  const isGuarded = security !== undefined && security.length > 0;
  const hasNotFound = '412' in responses || codes.some((code) => code.endsWith('_NOT_FOUND'));
  const isValidated = requestBody !== undefined || has('query');
  return [
    ...(isValidated && !('412' in responses) ? (['VALIDATION_FAILED'] as const) : []),
    ...(METHODS_WITH_BODY.has(method) ? BODY_CODES : []),
    'TOO_MANY_PARAMETERS',
    ...(takesHeader('Idempotency-Key') ? IDEMPOTENCY_CODES : []),
    ...(takesHeader('If-Match') && !('412' in responses) ? (['PRECONDITION_FAILED'] as const) : []),
    ...(has('path') ? (['MALFORMED_URL'] as const) : []),
    ...(has('path') && !hasNotFound ? (['ROUTE_NOT_FOUND'] as const) : []),
    ...(isGuarded ? GUARDED_CODES : []),
    'INTERNAL_ERROR',
  ];
}

const GUARDED_CODES = [
  'UNKNOWN_PARAMETER',
  'CREDENTIAL_REQUIRED',
  'FORBIDDEN',
  'TOO_MANY_REQUESTS',
  'TOO_MANY_AT_ONCE',
  'TOO_MANY_LARGE_ANSWERS',
  'UNREAD_ANSWERS',
  'DATABASE_UNAVAILABLE',
  'SERVICE_BUSY',
] as const satisfies readonly ErrorCode[];

const BODY_CODES = [
  'MALFORMED_JSON',
  'BODY_TOO_COMPLEX',
  'INCOMPLETE_BODY',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'UNSUPPORTED_CHARSET',
  'UNSUPPORTED_ENCODING',
] as const satisfies readonly ErrorCode[];

const OF_REQUEST: ReadonlySet<string> = new Set([...BODY_CODES, 'TOO_MANY_PARAMETERS', 'MALFORMED_URL']);

const IDEMPOTENCY_CODES = [
  'IDEMPOTENCY_KEY_INVALID',
  'IDEMPOTENCY_KEY_IN_USE',
  'IDEMPOTENCY_KEY_REUSED',
] as const satisfies readonly ErrorCode[];

/** Codes by status, both in their order; where a code has two statuses, this is that of problem documents. */
function byStatus(codes: ReadonlySet<string>): Map<ProblemStatus, string[]> {
  const groups = new Map<ProblemStatus, string[]>();
  for (const code of codes) {
    const [status] = definitionOf(code).statuses;
    groups.set(status, [...(groups.get(status) ?? []), code]);
  }
  return groups;
}

function problemResponse(status: ProblemStatus, codes: readonly string[]) {
  const headers = headersOf(codes);
  const [first] = codes as [string];
  const example = exampleOf(status, first);
  return {
    description: describe(codes),
    [NAMED_CODES]: codes,
    content: { [PROBLEM_JSON]: { schema: { $ref: getSchemaPath(Problem) }, ...(example && { example }) } },
    ...(headers.length > 0 && {
      headers: Object.fromEntries(
        headers.map(({ name, description, example: value, isAlways }) => [
          name,
          { description, required: isAlways, schema: { type: 'string' }, example: value },
        ]),
      ),
    }),
  };
}

/** The issues of an error, in an example. Other errors have nothing beside what the schema and the codes say. */
function exampleOf(status: ProblemStatus, errorCode: string): object | undefined {
  const { errors } = definitionOf(errorCode);
  if (!errors) return undefined;
  const problem = new HttpProblem(status, errorCode, detailOf(errorCode), { errors });
  const requestId = '6f1f9d0e-5b0c-4d3e-9a53-0d9a4c1a7f10';
  return JSON.parse(problemJson(problem, { instance: '/api/v1/company/action-plans', requestId })) as object;
}

/** The headers of answers with some of these codes; those that each code has are always there. */
function headersOf(codes: readonly string[]): readonly (ErrorHeader & { readonly isAlways: boolean })[] {
  const ofCodes = codes.map((code) => definitionOf(code).headers ?? []);
  const byName = new Map(ofCodes.flat().map((header) => [header.name, header]));
  return [...byName.values()].map((header) => ({
    ...header,
    isAlways: ofCodes.every((headers) => headers.some(({ name }) => name === header.name)),
  }));
}

/** Codes of the request itself, which many operations have, are named without their meaning. */
function describe(codes: readonly string[]): string {
  const ofRequest = codes.length === 1 ? [] : codes.filter((code) => OF_REQUEST.has(code));
  const lines = codes
    .filter((code) => !ofRequest.includes(code))
    .map((code) => `\`${code}\`: ${definitionOf(code).meaning}`);
  if (ofRequest.length > 0) lines.push(ofRequest.map((code) => `\`${code}\``).join(', '));
  return lines.length === 1 ? lines.join() : lines.map((line) => `- ${line}`).join('\n');
}
