import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Variables by which the global set-up passes the test run to the processes of the test files. */
const SERVER_URL = 'WES_TEST_SERVER_URL';
const WORKER_URLS = 'WES_TEST_WORKER_URLS';
const RUN = 'WES_TEST_RUN';

export interface TestRun {
  /** Address of the server's maintenance database, with the right to create databases. */
  readonly serverUrl: string;
  /** Addresses of the same database on the workers, if the server is a coordinator of Citus. */
  readonly workerUrls: readonly string[];
  /** Beginning of the names of all databases of this run. */
  readonly prefix: string;
}

export function publishTestRun({ serverUrl, workerUrls, prefix }: TestRun): void {
  process.env[SERVER_URL] = serverUrl;
  process.env[WORKER_URLS] = workerUrls.join(' ');
  process.env[RUN] = prefix;
}

/** False of a program that runs without jest. */
export function isTestRun(): boolean {
  return process.env[RUN] !== undefined;
}

export function testRun(): TestRun {
  const serverUrl = process.env[SERVER_URL];
  const prefix = process.env[RUN];
  if (serverUrl === undefined || prefix === undefined) throw new Error('The global set-up has not run.');
  const workerUrls = (process.env[WORKER_URLS] ?? '').split(' ').filter((url) => url !== '');
  return { serverUrl, workerUrls, prefix };
}

/** The data folder that the tests of a run copy, once one of them has made it; the global tear-down removes it. */
export function demoFolderOf(prefix: string): string {
  return join(tmpdir(), `${prefix}_demo`);
}

/** An external server on which the suite creates its databases, instead of an embedded one. */
export function adoptersServerUrl(): string | undefined {
  return process.env['TEST_DATABASE_URL'] || undefined;
}

/** Tests send more requests than clients should. Those of the limits set them again. */
export const NO_RATE_LIMITS = {
  RATE_LIMIT: 'off',
  RATE_LIMIT_EXPENSIVE: 'off',
  RATE_LIMIT_SEARCH: 'off',
  RATE_LIMIT_PEOPLE: 'off',
  EXPORT_LIMIT: 'off',
  WRITE_LIMIT: 'off',
  SIGN_IN_LIMIT: 'off',
};

/** Number of the worker that runs this file, from 1. */
export function workerId(): string {
  return process.env['JEST_WORKER_ID'] ?? '1';
}

/** True if tests that have a short and a full form run in full. */
export function isFullRun(): boolean {
  return process.env['WES_TEST_FULL'] === '1';
}
