import { setTimeout as sleep } from 'node:timers/promises';
import { byExternalId, EMPLOYEES, INVITE } from '../support/builders/employee.js';
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
}, 60_000);

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

it('a streamed list is read from the replica, with the last write', async () => {
  expect(await streamsOfReplica()).toEqual([]);
  expect((await listAfterInviting('first')).ids).toEqual(['first']);
  expect(await streamsOfReplica()).toHaveLength(1);
});

it('a replica that is behind is not used', async () => {
  await runSql(replica.url, 'SELECT pg_wal_replay_pause()');
  const { ids, tookMs } = await listAfterInviting('second');
  expect(ids).toContain('second');
  expect(tookMs).toBeLessThan(2_000);
  expect(await streamsOfReplica()).toEqual([]); // it was asked, and left again
  await runSql(replica.url, 'SELECT pg_wal_replay_resume()');
  await listAfterInviting('third');
  expect(await streamsOfReplica()).toHaveLength(1);
});

it('a replica that is silent or gone is left alone for a while, and used again when it answers', async () => {
  await replica.freeze();
  const { ids, tookMs } = await listAfterInviting('fourth');
  expect(ids).toContain('fourth');
  expect(tookMs).toBeLessThan(2_000);
  await replica.thaw();
  await replica.restartImmediately();
  await sleep(5_000);
  await eventually(async () => {
    const known = (await integration.get(byExternalId('fifth'))).status === 200;
    if (!known) await listAfterInviting('fifth');
    expect((await integration.get(EMPLOYEES)).status).toBe(200);
    expect(await streamsOfReplica()).toHaveLength(1);
  });
}, 30_000);
