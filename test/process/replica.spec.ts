import { newId } from '../../src/shared-kernel/id.js';
import { EMPLOYEES, INVITE } from '../support/builders/employee.js';
import type { ApiClient } from '../support/api-client.js';
import { runSql } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { PostgresServer } from '../support/postgres-server.js';
import { TestApp } from '../support/test-app.js';

/** Connections of the service whose last transaction was a stream. */
const STREAMS = `
  SELECT FROM pg_stat_activity
  WHERE application_name = 'workforce-engagement-service' AND query = 'COMMIT'`;

let primary: PostgresServer;
let replica: PostgresServer;
let app: TestApp;
let integration: ApiClient;

beforeAll(async () => {
  primary = await PostgresServer.start();
  replica = await primary.replicate();
  app = await TestApp.start({ DATABASE_REPLICA_URL: replica.url }, primary.url);
  integration = await app.integration();
});

afterAll(async () => {
  await app.stop();
  await replica.close();
  await primary.close();
});

/** Invites one more person, and lists all. @returns their external ids, and how long the list took */
async function listAfterInviting(externalId: string): Promise<{ ids: string[]; tookMs: number }> {
  const { status } = await integration.post(INVITE, { externalId });
  expect(status).toBe(200);
  const askedAt = performance.now();
  const answer = await integration.get(EMPLOYEES);
  expect(answer.status).toBe(200);
  const people = answer.body as { externalId: string }[];
  return { ids: people.map((person) => person.externalId), tookMs: performance.now() - askedAt };
}

function streamsOfReplica(): Promise<object[]> {
  return runSql(replica.url, STREAMS);
}

async function expectReadFromReplica(): Promise<void> {
  const id = newId();
  expect((await listAfterInviting(id)).ids).toContain(id);
  expect(await streamsOfReplica()).toHaveLength(1);
}

/** Expects a prompt list with the last write, read from the primary. */
async function expectReadFromPrimary(): Promise<void> {
  const id = newId();
  const { ids, tookMs } = await listAfterInviting(id);
  expect(ids).toContain(id);
  expect(tookMs).toBeLessThan(2_000);
}

it('a streamed list is read from the replica, with the last write', () => expectReadFromReplica());

it('a replica that is behind is not used', async () => {
  await runSql(replica.url, 'SELECT pg_wal_replay_pause()');
  await expectReadFromPrimary();
  expect(await streamsOfReplica()).toEqual([]); // it was asked, and left again
  await runSql(replica.url, 'SELECT pg_wal_replay_resume()');
  await eventually(expectReadFromReplica);
});

it('a replica that is silent or gone is left alone for a while, and used again when it answers', async () => {
  await replica.freeze();
  await expectReadFromPrimary();
  await replica.thaw();
  await replica.restartImmediately();
  await eventually(expectReadFromReplica, 20_000);
});
