import { hash } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import type { OpenAPIObject } from '@nestjs/swagger';
import { PROBLEM_JSON } from '../http-problem.js';
import { NAMED_CODES } from './api-problems.js';
import { IDEMPOTENCY_REPLAYED } from './response-headers.js';

interface Media {
  readonly schema?: {
    readonly type?: string;
    readonly $ref?: string;
    readonly items?: { readonly $ref?: string };
  };
  example?: unknown;
  examples?: object;
}

interface Answer {
  headers?: Record<string, object>;
  readonly content?: Record<string, Media>;
  readonly [NAMED_CODES]?: readonly string[];
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  required?: boolean;
}

interface Operation {
  parameters?: (Parameter | Reference)[];
  readonly responses: Record<string, Answer | Reference>;
}

interface Reference {
  readonly $ref: string;
}

/** Moves the answers, examples, headers and parameters that several operations have into the components. */
export function shareComponents(document: OpenAPIObject): void {
  const { webhooks = {} } = document as { webhooks?: Record<string, object> };
  const operations = [document.paths, webhooks]
    .flatMap((items): object[] => Object.values(items))
    .flatMap((item) => Object.values(item) as Operation[]);
  const { responses, own } = shareAnswers(operations);
  const headers = shareHeaders([...Object.values(responses), ...own]);
  const examples = shareExamples(own);
  const parameters = shareParameters(operations);
  document.components = {
    ...document.components,
    ...({ parameters, examples, headers, responses } as object),
  };
}

/**
 * Shares the answers that are problems, and those without success that several operations have. Generators of clients
 * do not look behind references for data.
 */
function shareAnswers(operations: readonly Operation[]): {
  readonly responses: Record<string, Answer>;
  /** Those that stay with their operation. */
  readonly own: readonly Answer[];
} {
  const texts = operations.flatMap(({ responses }) =>
    Object.values(responses).map((answer) => JSON.stringify(answer)),
  );
  const repeated = new Set(texts.filter((text, index) => texts.indexOf(text) !== index));
  const responses: Record<string, Answer> = {};
  const own: Answer[] = [];
  for (const operation of operations) {
    for (const [status, answer] of Object.entries(operation.responses) as [string, Answer][]) {
      const isShared = isProblem(answer) || (status >= '300' && repeated.has(JSON.stringify(answer)));
      const name = isShared ? nameOf(status, answer) : undefined;
      // An operation may describe an answer in words of its own.
      if (name !== undefined && isDeepStrictEqual((responses[name] ??= answer), answer)) {
        operation.responses[status] = referenceTo('responses', name);
      } else own.push(answer);
    }
  }
  return { responses: sorted(responses), own };
}

function isProblem({ content, [NAMED_CODES]: codes }: Answer): boolean {
  return (
    codes !== undefined && content !== undefined && isDeepStrictEqual(Object.keys(content), [PROBLEM_JSON])
  );
}

/**
 * Made of the status and a hash, so that it is short, and stays when operations are added. Of a problem only the codes
 * count.
 */
function nameOf(status: string, answer: Answer): string {
  const { headers = {}, [NAMED_CODES]: codes = [] } = answer;
  const mark = IDEMPOTENCY_REPLAYED in headers ? ['Replayed'] : [];
  const text = isProblem(answer) ? [...codes, ...mark].join() : JSON.stringify(answer);
  const reason = (STATUS_CODES[status] ?? status).replace(/\W/g, '');
  return `${reason}_${hash('sha256', text, 'hex').slice(0, 4)}`;
}

function shareExamples(answers: readonly Answer[]): Record<string, object> {
  const medias = answers.flatMap(({ content = {} }) => Object.values(content));
  const entries = medias.flatMap((media): [string, object, Media][] => {
    const name = schemaNameOf(media);
    return name === undefined || media.example === undefined ? [] : [[name, { value: media.example }, media]];
  });
  const shared = mostUsed(entries.map(([name, example]) => [name, example]));
  for (const [name, example, media] of entries) {
    if (!isDeepStrictEqual(shared[name], example)) continue;
    delete media.example;
    media.examples = { [name]: referenceTo('examples', name) };
  }
  return shared;
}

function schemaNameOf({ schema }: Media): string | undefined {
  const name = (schema?.$ref ?? schema?.items?.$ref)?.split('/').at(-1);
  return name !== undefined && schema?.type === 'array' ? `${name}List` : name;
}

function shareHeaders(answers: readonly Answer[]): Record<string, object> {
  const shared = mostUsed(answers.flatMap(({ headers = {} }) => Object.entries(headers)));
  for (const answer of answers) {
    if (!answer.headers) continue;
    const entries = Object.entries(answer.headers).map(([name, header]) => [
      name,
      isDeepStrictEqual(shared[name], header) ? referenceTo('headers', name) : header,
    ]);
    answer.headers = Object.fromEntries(entries) as Record<string, object>;
  }
  return shared;
}

function shareParameters(operations: readonly Operation[]): Record<string, object> {
  const all = operations.flatMap(({ parameters = [] }) => parameters as Parameter[]);
  for (const parameter of all) if (parameter.required === false) delete parameter.required; // the default
  const shared = mostUsed(all.map((parameter) => [parameter.name, parameter]));
  for (const operation of operations) {
    if (!operation.parameters) continue;
    operation.parameters = (operation.parameters as Parameter[]).map((parameter) => {
      const { name } = parameter;
      return isDeepStrictEqual(shared[name], parameter) ? referenceTo('parameters', name) : parameter;
    });
  }
  return shared;
}

/** Of the values of each name that are there more than once, the one that is there most often. */
function mostUsed(entries: readonly (readonly [string, object])[]): Record<string, object> {
  const uses = new Map<string, { readonly name: string; readonly value: object; count: number }>();
  for (const [name, value] of entries) {
    const key = JSON.stringify([name, value]);
    const use = uses.get(key) ?? { name, value, count: 0 };
    uses.set(key, { ...use, count: use.count + 1 });
  }
  const shared: Record<string, object> = {};
  const repeated = [...uses.values()].filter(({ count }) => count > 1);
  for (const { name, value } of repeated.sort((a, b) => b.count - a.count)) shared[name] ??= value;
  return sorted(shared);
}

function referenceTo(kind: 'examples' | 'headers' | 'parameters' | 'responses', name: string): Reference {
  return { $ref: `#/components/${kind}/${name}` };
}

function sorted<Value>(record: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
