import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { API_TEXTS } from '../src/api-document.js';
import { errorCodesPage } from '../src/platform/http/openapi/error-codes-page.js';
import {
  allErrorCodes,
  definitionOf,
  ERROR_CODES,
  STATUS_OF_KIND,
  type ErrorCode,
} from '../src/platform/http/openapi/error-codes.js';
import { DEFINED_ERRORS, type DomainErrorKind } from '../src/shared-kernel/domain-error.js';
import { readDocument } from './support/document.js';
import { TestApp } from './support/test-app.js';

const PAGE = 'docs/errors.md';

/** Codes of errors that only commands throw. */
const ONLY_OF_WES = [
  'COMPANY_AMBIGUOUS',
  'COMPANY_NAME_CONFLICT',
  'COMPANY_NOT_FOUND',
  'COMPANY_NOT_DELETED',
  'DELETION_NOT_CONFIRMED',
  'DELETION_NOT_FOUND',
  'DEMO_IN_PRODUCTION',
  'DEMO_NOT_CONFIRMED',
  'ERASURE_NOT_CONFIRMED',
  'FILE_UNREADABLE',
  'FILE_UNWRITABLE',
  'IMPORT_REFUSED',
  'INVALID_RECIPIENT',
  'JOB_NOT_FAILED',
  'JOB_NOT_FOUND',
  'PLAN_NOT_DELETED',
  'SECRETS_UNREADABLE',
  'SESSION_NOT_FOUND',
  'SIGN_IN_CLIENT_TAKEN',
  'SYNC_FILE_REFUSED',
  'SYNC_NOT_APPLIED',
  'SOURCE_FILE_REFUSED',
  'SOURCE_NOT_DELETED',
  'SYNC_NOT_UNDONE',
  'USER_AMBIGUOUS',
  'USER_HAS_LEFT',
  'WEBHOOK_NOT_DELETED',
  'WEBHOOK_OWNER_NOT_ALLOWED',
];

/** Answered by paths that no operation takes, to what is no request yet, and for a row of a request. */
const OF_NO_OPERATION = [
  ...['METHOD_NOT_ALLOWED', 'ROUTE_NOT_FOUND'],
  ...['HEADERS_TOO_LARGE', 'MALFORMED_REQUEST', 'REQUEST_TIMEOUT'],
  'TIMESHEET_NOT_FOUND',
];

const CREATION =
  /\bnew (?:HttpProblem|DomainError)\(\s*|\bclass \w+ extends (?:HttpProblem|DomainError) \{[^]*?super\(\s*/g;
const DEFINITION = /\b(?:class|const) (\w+) (?:extends|=) defineError\('([A-Z_]+)'/g;
/** Imports and documents a class of errors, but does not throw it. */
const NO_USE = /^import [^;]*;|^export \{[^;]*;|\bApiProblems\([^]*?\)\n|\/\*\*[^]*?\*\//gm;
/** Takes the status from the table. */
const CREATION_BY_CODE = /\bHttpProblem\.of\(([^)]+)\)/g;
const STATUS_AND_CODE = /^(?:(\d{3})|'([a-z-]+)'),\s*'([A-Z_]+)'/;
const OF_A_DOMAIN_ERROR = 'STATUS_OF_KIND[error.kind], error.code';

/** One of the codes that the handler documents. */
const OF_A_HANDLER = `'not-found', code,`;

/** With the status of the table, as an example of OpenAPI, or kept for a repeat. */
const OF_THE_TABLE = /^status(?:es\[0\])?, errorCode,/;

interface Thrown {
  readonly file: string;
  readonly status: number;
  readonly code: string;
}

interface Source {
  readonly file: string;
  readonly text: string;
}

async function sources(): Promise<Source[]> {
  const names = await readdir('src', { recursive: true });
  const files = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'));
  return Promise.all(
    files.map(async (name) => {
      const file = join('src', name);
      return { file, text: await readFile(file, 'utf8') };
    }),
  );
}

/**
 * Every error that the code creates by a kind or a status. Fails at one whose status or code is not written where it is
 * created.
 */
async function thrownErrors(): Promise<Thrown[]> {
  const errors: Thrown[] = [];
  for (const { file, text } of await sources()) {
    for (const { index, 0: start } of text.matchAll(CREATION)) {
      const rest = text.slice(index + start.length);
      if (rest.startsWith(OF_A_DOMAIN_ERROR) || rest.startsWith(OF_A_HANDLER) || OF_THE_TABLE.test(rest))
        continue;
      const [, status, kind, code] = STATUS_AND_CODE.exec(rest) ?? [];
      if (code === undefined)
        throw new Error(`${file} has an error without a literal code: ${rest.slice(0, 60)}`);
      const statuses = status === undefined ? statusesOf(file, kind!) : [Number(status)];
      errors.push(...statuses.map((each) => ({ file, code, status: each })));
    }
    for (const [, given = ''] of text.matchAll(CREATION_BY_CODE)) {
      const codes = (Object.keys(ERROR_CODES) as ErrorCode[]).filter((code) => given.includes(`'${code}'`));
      errors.push(...codes.map((code) => ({ file, code, status: ERROR_CODES[code].statuses[0] })));
    }
  }
  return errors;
}

/** Templates refuse every write with 412, also for errors of the shared kernel. */
function statusesOf(file: string, kind: string): number[] {
  const isOfTemplates = file.startsWith('src/shared-kernel/');
  return [STATUS_OF_KIND[kind as DomainErrorKind], ...(isOfTemplates ? [412] : [])];
}

interface Answer {
  readonly 'x-error-codes'?: readonly string[];
}

/** The codes that `openapi.json` names, with the statuses at which it does. */
function documentedErrors(): { status: number; code: string }[] {
  const { paths } = readDocument<{
    paths: Record<string, Record<string, { responses: Record<string, Answer> }>>;
  }>();
  const responses = Object.values(paths)
    .flatMap((item) => Object.values(item))
    .flatMap((operation) => Object.entries(operation.responses));
  return responses.flatMap(([status, { 'x-error-codes': codes = [] }]) =>
    codes.map((code) => ({ status: Number(status), code })),
  );
}

function byCode(
  errors: readonly { readonly status: number; readonly code: string }[],
): Record<string, number[]> {
  const codes = [...new Set(errors.map(({ code }) => code))].sort();
  const statuses = (code: string) => errors.filter((each) => each.code === code).map(({ status }) => status);
  return Object.fromEntries(codes.map((code) => [code, [...new Set(statuses(code))].sort()]));
}

const tableOf = (codes: readonly string[]) =>
  codes.flatMap((code) => definitionOf(code).statuses.map((status) => ({ code, status })));

describe('the error codes', () => {
  it('of the platform are those that are thrown, with their statuses, and no other', async () => {
    const thrown = await thrownErrors();
    expect(thrown.length).toBeGreaterThan(30);
    const ofRequests = thrown.filter(({ code }) => !ONLY_OF_WES.includes(code));
    expect(byCode(ofRequests)).toEqual(byCode(tableOf(Object.keys(ERROR_CODES))));
    expect(byCode(thrown)).toMatchObject(
      Object.fromEntries(ONLY_OF_WES.map((code) => [code, expect.anything()])),
    );
  });

  it('of a context are thrown, and defined once', async () => {
    const texts = (await sources()).map(({ text }) => text);
    const defined = texts.flatMap((text) => [...text.matchAll(DEFINITION)]);
    const codes = defined.map(([, , code = '']) => code);
    expect(codes.sort()).toEqual([...DEFINED_ERRORS.keys()].sort());
    expect(codes.filter((code) => code in ERROR_CODES || ONLY_OF_WES.includes(code))).toEqual([]);
    const used = texts.map((text) => text.replace(NO_USE, '')).join('\n');
    const names = defined.map(([, name = '']) => name);
    // Once where it is defined.
    expect(names.filter((name) => used.split(new RegExp(`\\b${name}\\b`)).length < 3)).toEqual([]);
  });

  it('are those that operations document, with their statuses, and no other', () => {
    const ofOperations = allErrorCodes().filter((code) => !OF_NO_OPERATION.includes(code));
    expect(byCode(documentedErrors())).toEqual(byCode(tableOf(ofOperations)));
  });

  it(`are the rows of ${PAGE}, which "npm run openapi" writes`, async () => {
    const config = await resolveConfig(PAGE);
    const page = await format(errorCodesPage(API_TEXTS.errors), { ...config, filepath: PAGE });
    expect(readFileSync(PAGE, 'utf8')).toBe(page);
  });

  it('are linked from the documentation, and readable there', async () => {
    const app = await TestApp.start();
    try {
      const { body } = await app.anonymous().get('/docs-json');
      const [, link] = /\]\((\/[^)]+)\)/.exec(body.info.description) ?? [];
      const { status, text } = await app.anonymous().get(link!);
      expect([status, text]).toEqual([200, errorCodesPage(API_TEXTS.errors)]);
    } finally {
      await app.stop();
    }
  });
});
