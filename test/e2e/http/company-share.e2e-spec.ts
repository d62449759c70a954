import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Client } from 'pg';
import {
  BusyReads,
  CompanyConnections,
  LargeReads,
} from '../../../src/platform/database/company-connections.js';
import { newId } from '../../../src/shared-kernel/id.js';
import { byEmail, byExternalId } from '../../support/builders/employee.js';
import { minimalAction, PLANS } from '../../support/builders/plan.js';
import { unsentBytes } from '../../../src/platform/http/unread-answers.js';
import { openClient, sessionsWaitingForALock } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { PlanFixture } from '../../support/plan-fixture.js';
import { TestApp } from '../../support/test-app.js';

const POOL_SIZE = 4;
const SHARE = POOL_SIZE / 2;
const WAIT_MS = 1_000;
const TITLE = { title: { defaultValue: 'Calmer shifts' } };

describe('a company that uses its share of the connections', () => {
  let fixture: PlanFixture;
  let planId: string;
  let lock: Client;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    fixture = await PlanFixture.start({
      DATABASE_POOL_SIZE: String(POOL_SIZE),
      DATABASE_POOL_WAIT: `${WAIT_MS}ms`,
    });
    planId = await fixture.plan();
    lock = await openClient(fixture.app.databaseUrl);
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await lock.query('ROLLBACK');
  });
  afterAll(async () => {
    await lock.end();
    await fixture.stop();
  });

  const connections = () => fixture.app.app.get(CompanyConnections, { strict: false });

  const lockPlan = async (): Promise<void> => {
    await lock.query('BEGIN');
    await lock.query('SELECT FROM action_plan WHERE company_id = $1 AND id = $2 FOR UPDATE', [
      fixture.companyId,
      planId,
    ]);
  };

  /** Waits until as many changes of the plan wait for its lock as the company has connections. */
  const areWaiting = () =>
    eventually(async () => {
      expect(await sessionsWaitingForALock(fixture.app.databaseUrl)).toBe(SHARE);
    });

  /** Sends these changes of different callers. @returns their statuses */
  const useShare = async (): Promise<Promise<number>[]> => {
    const admins = await Promise.all(
      Array.from({ length: SHARE }, () => fixture.app.user('ADMIN', fixture.companyId)),
    );
    await lockPlan();
    const changes = admins.map(async (admin) => (await admin.patch(`${PLANS}/${planId}`, TITLE)).status);
    await areWaiting();
    return changes;
  };

  /** Sends a request and does not read the answer. */
  const send = async (text: string): Promise<Socket> => {
    const socket = connect(Number(new URL(fixture.app.baseUrl).port), '127.0.0.1');
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  };

  /** A request of the company as it is sent, with the body of a plan. */
  const requestOf = async (method: string, path: string): Promise<string> => {
    const { sessionId } = await fixture.app.user('ADMIN', fixture.companyId);
    const body = JSON.stringify(TITLE);
    const head = [
      `${method} ${path} HTTP/1.1`,
      'Host: x',
      `SessionId: ${sessionId}`,
      `Content-Length: ${body.length}`,
    ];
    return [...head, '', body].join('\r\n');
  };

  it('waits for its own requests, while others are served', async () => {
    const changes = await useShare();
    const further = Array.from({ length: 10 }, () => fixture.manager.get(PLANS));
    for (let round = 0; round < 3; round++) {
      expect((await fixture.stranger.get(PLANS)).status).toBe(200);
      expect((await fixture.stranger.post(PLANS, TITLE)).status).toBe(200);
    }
    for (const { status, headers, body } of await Promise.all(further)) {
      expect([status, headers.get('retry-after')]).toEqual([429, '2']);
      expect(body.errorCode).toBe('TOO_MANY_AT_ONCE');
    }
    await lock.query('ROLLBACK');
    expect(await Promise.all(changes)).toEqual([200, 200]);
    expect((await fixture.manager.get(PLANS)).status).toBe(200);
  });

  it('looks up people meanwhile, by statements that requests share', async () => {
    const changes = await useShare();
    const hr = await fixture.app.integration(undefined, fixture.companyId);
    expect((await hr.get(byEmail('nobody@example.com'))).status).toBe(404);
    expect((await hr.get(byExternalId('nobody'))).status).toBe(404);
    await lock.query('ROLLBACK');
    expect(await Promise.all(changes)).toEqual([200, 200]);
  });

  it('leaves a connection to colleagues of a caller who uses all that a caller may', async () => {
    const { databaseUrl } = fixture.app;
    const larger = await TestApp.start({ DATABASE_POOL_SIZE: '6' }, databaseUrl, { isWorker: false });
    try {
      const [creator, manager] = [fixture.creator, fixture.manager].map((one) => one.at(larger.baseUrl));
      await lockPlan();
      const changes = Array.from({ length: 10 }, () => creator!.patch(`${PLANS}/${planId}`, TITLE));
      const waiting = () => larger.app.get(CompanyConnections, { strict: false }).waiting;
      await eventually(() => expect(waiting()).toBe(8));
      for (let round = 0; round < 3; round++) expect((await manager!.get(PLANS)).status).toBe(200);
      await lock.query('ROLLBACK');
      const statuses = (await Promise.all(changes)).map(({ status }) => status);
      expect(new Set(statuses)).toEqual(new Set([200]));
    } finally {
      await larger.stop();
    }
  });

  it('serves those that wait as soon as one has finished', async () => {
    const changes = await useShare();
    const waiting = Array.from({ length: 10 }, () => fixture.manager.get(PLANS));
    await lock.query('ROLLBACK');
    expect(await Promise.all(changes)).toEqual([200, 200]);
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('does nothing for a client that is gone before its turn', async () => {
    const changes = await useShare();
    const count = async () => (await fixture.app.sql('SELECT FROM action_plan')).length;
    const before = await count();
    const socket = await send(await requestOf('POST', PLANS));
    await eventually(() => expect(connections().waiting).toBe(1));
    const goneAt = performance.now();
    socket.destroy();
    await eventually(() => expect(connections().waiting).toBe(0));
    expect(performance.now() - goneAt).toBeLessThan(WAIT_MS - 500);
    await lock.query('ROLLBACK');
    expect(await Promise.all(changes)).toEqual([200, 200]);
    expect((await fixture.manager.get(PLANS)).status).toBe(200);
    expect(await count()).toBe(before);
  });

  it('has nothing more for a client that goes away while its requests work', async () => {
    await lockPlan();
    const path = `${PLANS}/${planId}`;
    const clients = [await send(await requestOf('PATCH', path)), await send(await requestOf('PATCH', path))];
    await areWaiting();
    for (const client of clients) client.destroy();
    expect((await fixture.manager.get(PLANS)).body.errorCode).toBe('TOO_MANY_AT_ONCE');
    await lock.query('ROLLBACK');
    await eventually(() => expect(connections().inUse).toBe(0));
    expect((await fixture.manager.get(PLANS)).status).toBe(200);
  });

  it('does few searches at a time, without holding up its other requests and other companies', async () => {
    const permits = fixture.app.app.get(BusyReads);
    const taken = [1, 2].map(() => permits.takeFree(fixture)!);
    expect(permits.takeFree(fixture)).toBeUndefined();
    expect((await fixture.manager.get(`${PLANS}?q=a`)).status).toBe(429);
    expect((await fixture.manager.get(PLANS)).status).toBe(200);
    expect((await fixture.stranger.get(`${PLANS}?q=a`)).status).toBe(200);
    for (const release of taken) release();
    expect((await fixture.manager.get(`${PLANS}?q=a`)).status).toBe(200);
  });

  it('reads one large page at a time', async () => {
    const description = { defaultValue: 'é'.repeat(20_000) };
    for (let number = 0; number < 2; number++)
      await fixture.plan({
        actions: Array.from({ length: 70 }, () => minimalAction({ id: newId(), description })),
      });
    const release = fixture.app.app.get(LargeReads).takeFree(fixture)!;
    expect((await fixture.manager.get(`${PLANS}?to=2`)).status).toBe(429);
    expect((await fixture.manager.get(`${PLANS}?to=1`)).status).toBe(200);
    release();
    expect((await fixture.manager.get(`${PLANS}?to=2`)).status).toBe(200);
    await eventually(() => expect(connections().inUse).toBe(0));
  });

  it('does not lose its share to answers that nobody reads', async () => {
    const text = { defaultValue: 'x'.repeat(20_000) };
    for (let number = 0; number < 10; number++) {
      const actions = Array.from({ length: 100 }, () => minimalAction({ id: newId(), description: text }));
      await fixture.plan({ actions });
    }
    for (let number = 0; number < SHARE; number++) {
      const { sessionId } = await fixture.app.user('ADMIN', fixture.companyId);
      const client = await send(`GET ${PLANS} HTTP/1.1\r\nHost: x\r\nSessionId: ${sessionId}\r\n\r\n`);
      await once(client, 'readable');
    }
    await eventually(() => expect(connections().inUse).toBe(0), 20_000);
    expect(unsentBytes()).toBeGreaterThan(10_000_000);
    expect((await fixture.manager.get(`${PLANS}/${planId}`)).status).toBe(200);
  });

  it('does not lose its share to slow uploads', async () => {
    const { sessionId } = await fixture.app.user('MANAGER', fixture.companyId);
    const head = `POST ${PLANS} HTTP/1.1\r\nHost: x\r\nSessionId: ${sessionId}\r\nContent-Length: 100\r\n\r\n{`;
    for (let number = 0; number < 10; number++) await send(head);
    for (let round = 0; round < 5; round++)
      expect((await fixture.manager.get(`${PLANS}/${planId}`)).status).toBe(200);
  });
});
