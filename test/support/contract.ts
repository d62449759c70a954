import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { DOCUMENT, readDocument } from './document.js';

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  readonly text: string;
}

interface DocumentedResponse {
  readonly content?: Record<string, unknown>;
  readonly headers?: Record<string, { required?: boolean }>;
  readonly 'x-error-codes'?: readonly string[];
}

interface Operation {
  readonly responses: Record<string, DocumentedResponse>;
}

const document = readDocument<{ readonly paths: Record<string, Record<string, Operation>> }>();

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(document, DOCUMENT);

const templates = Object.keys(document.paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
}));
const validators = new Map<string, ValidateFunction>();

function pointer(...parts: string[]): string {
  return parts
    .map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
    .join('');
}

/**
 * Fails when an answer is not one that `openapi.json` promises: status, media type, body, required headers. Requests
 * that no operation takes are left to their test.
 */
export function checkAgainstContract(method: string, pathAndQuery: string, answer: Answer): void {
  const path = pathAndQuery.split('?')[0]!;
  const literal = document.paths[path];
  const name = literal ? path : templates.find(({ pattern }) => pattern.test(path))?.path;
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  const operation = name === undefined ? undefined : candidate(path, name, verb);
  if (name === undefined || !operation) return;
  const { key, responses } = operation;
  const documented = responses[answer.status];
  if (!documented)
    throw new Error(`${method} ${key} answered ${answer.status}, which openapi.json does not name.`);
  for (const [header, { required }] of Object.entries(documented.headers ?? {})) {
    if (required && !answer.headers.has(header))
      throw new Error(`${method} ${key} ${answer.status} lacks ${header}.`);
  }
  if (method === 'HEAD') return;
  checkBody(key, verb, answer, documented);
}

/** A path may match a literal route without this method and a parameterised route with it. */
function candidate(path: string, name: string, verb: string): (Operation & { key: string }) | undefined {
  const names = [
    name,
    ...templates.filter(({ pattern }) => pattern.test(path)).map((template) => template.path),
  ];
  const key = names.find((each) => document.paths[each]?.[verb]);
  return key === undefined ? undefined : { ...document.paths[key]![verb]!, key };
}

function checkBody(
  path: string,
  verb: string,
  answer: Answer,
  { content, 'x-error-codes': codes }: DocumentedResponse,
): void {
  const where = `${verb.toUpperCase()} ${path} ${answer.status}`;
  if (!content) {
    if (answer.text !== '') throw new Error(`${where} has a body, which openapi.json does not name.`);
    return;
  }
  const mediaType = (answer.headers.get('content-type') ?? '').split(';')[0]!;
  if (!(mediaType in content))
    throw new Error(`${where} came as ${mediaType}, not ${Object.keys(content).join()}.`);
  const parts = ['paths', path, verb, 'responses', String(answer.status), 'content', mediaType, 'schema'];
  const reference = `${DOCUMENT}#${pointer(...parts)}`;
  let validate = validators.get(reference);
  if (!validate) {
    validate = ajv.compile({ $ref: reference });
    validators.set(reference, validate);
  }
  if (!validate(isJson(mediaType) ? answer.body : answer.text))
    throw new Error(`${where} breaks its schema: ${ajv.errorsText(validate.errors)}`);
  const refusal = answer.body as Refusal | undefined;
  checkDetail(where, refusal);
  if (codes && !codes.includes(refusal?.errorCode ?? ''))
    throw new Error(`${where} has the code ${refusal?.errorCode}, which openapi.json does not name.`);
}

/** Files and texts are strings. */
function isJson(mediaType: string): boolean {
  return mediaType.includes('json');
}

interface Refusal {
  readonly detail?: string;
  readonly errorCode?: string;
  readonly errors?: readonly { readonly path: string }[];
}

/** The detail of a refusal names the first property that `errors` names. */
function checkDetail(where: string, refusal: Refusal | undefined): void {
  const [first] = refusal?.errors ?? [];
  if (!first || refusal?.detail?.includes(first.path === '' ? 'body' : first.path)) return;
  throw new Error(`${where} has a detail that does not name ${first.path}: ${refusal?.detail}`);
}
