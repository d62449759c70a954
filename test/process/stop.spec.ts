import { once } from 'node:events';
import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { minimalTemplate, TEMPLATES } from '../support/builders/template.js';
import { freshDatabase, openClient, runSql, sessionsWaitingForALock } from '../support/databases.js';
import { demoDataDir } from '../support/demo-folder.js';
import { eventually } from '../support/eventually.js';
import { addPerson, endServices, hasPostmasterFile, ServiceProcess } from '../support/service-process.js';

/** Half of the time after which the process would be cut off. */
const STOP_LIMIT_MS = 10_000;

afterEach(endServices);

/** Sends the headers and half of the body of a creation, and waits until the service has taken them. */
async function beginCreation(
  service: ServiceProcess,
  sessionId: string,
  body: string,
): Promise<ClientRequest> {
  const creation = request(service.baseUrl + TEMPLATES, {
    method: 'POST',
    headers: {
      SessionId: sessionId,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      Expect: '100-continue',
    },
  });
  creation.flushHeaders();
  await once(creation, 'continue');
  creation.write(body.slice(0, body.length / 2));
  return creation;
}

async function answerTo(creation: ClientRequest): Promise<{ status: number | undefined; body: string }> {
  const [answer] = (await once(creation, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, body: await text(answer) };
}

async function isRefused(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
  } finally {
    socket.destroy();
  }
}

/** Opens a connection, has one request answered on it and leaves it open. */
async function idleConnection(service: ServiceProcess): Promise<{ closed: Promise<unknown> }> {
  const agent = new Agent({ keepAlive: true });
  const probe = request(`${service.baseUrl}/health/live`, { agent });
  const [socket] = (await once(probe.end(), 'socket')) as [NodeJS.Socket];
  const [answer] = (await once(probe, 'response')) as [IncomingMessage];
  await text(answer);
  return { closed: once(socket, 'close') };
}

it('SIGTERM, SIGINT and SIGHUP end the service and its database with status 0, and data is kept', async () => {
  const dataDir = await demoDataDir();
  const written: string[] = [];
  const next = async (): Promise<ServiceProcess> => {
    const service = await ServiceProcess.start({ dataDir });
    const { body } = await service.as().get(`${TEMPLATES}/all`);
    expect((body as { key: string }[]).map(({ key }) => key)).toEqual(expect.arrayContaining(written));
    return service;
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    const service = await next();
    const template = minimalTemplate();
    expect((await service.as().post(TEMPLATES, template)).status).toBe(200);
    written.push(template['key'] as string);
    const idle = await idleConnection(service);
    expect(hasPostmasterFile(dataDir)).toBe(true);

    const asked = performance.now();
    service.signal(signal);
    expect(await service.exited).toEqual({ code: 0, signal: null });
    expect(performance.now() - asked).toBeLessThan(STOP_LIMIT_MS);
    await idle.closed;
    expect(service.stderr).toBe('');
    expect(service.log.map(({ msg }) => msg)).toEqual(expect.arrayContaining(['stopping', 'stopped']));
    expect(hasPostmasterFile(dataDir)).toBe(false);
  }
  await next();
});

describe('a request in flight', () => {
  it('is answered while readiness fails, new connections are refused and idle ones are closed', async () => {
    const databaseUrl = await freshDatabase('stop');
    const { sessionId } = await addPerson(databaseUrl, 'ADMIN');
    const service = await ServiceProcess.start({ databaseUrl, env: { SHUTDOWN_DELAY: '1s' } });
    const { port } = service;
    const template = minimalTemplate();
    const body = JSON.stringify(template);
    const creation = await beginCreation(service, sessionId, body);
    const idle = await idleConnection(service);

    const asked = performance.now();
    service.signal('SIGTERM');
    await eventually(async () => {
      const { status, body } = await service.anonymous().get('/health/ready');
      expect({ status, body }).toMatchObject({ status: 503, body: { status: 'stopping' } });
    });
    const { status, headers } = await service.as(sessionId).get(TEMPLATES);
    expect({ status, connection: headers.get('connection') }).toEqual({ status: 200, connection: 'close' });
    await eventually(async () => expect(await isRefused(port)).toBe(true));
    expect(performance.now() - asked).toBeGreaterThan(950);
    await idle.closed;

    service.signal('SIGTERM'); // a repeat, as when npm passes on what the whole group got, cuts nothing short
    creation.end(body.slice(body.length / 2));
    const finished = performance.now();
    const answer = await answerTo(creation);
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toMatchObject({ key: template['key'] });
    expect(await service.exited).toEqual({ code: 0, signal: null });
    expect(performance.now() - finished).toBeLessThan(STOP_LIMIT_MS);
    const rows = await runSql(databaseUrl, 'SELECT key FROM announcement_template');
    expect(rows).toEqual([{ key: template['key'] }]);
  });

  it.each(['its client', 'the database'])(
    'that waits for %s for ever is cut when its time is over',
    async (whom) => {
      const databaseUrl = await freshDatabase('stop');
      const { sessionId } = await addPerson(databaseUrl, 'ADMIN');
      const service = await ServiceProcess.start({
        databaseUrl,
        env: { SHUTDOWN_TIMEOUT: '3s', DATABASE_STATEMENT_TIMEOUT: '1m', MIGRATE_ON_START: 'true' },
      });
      const locker = await openClient(databaseUrl);
      try {
        await locker.query('BEGIN; LOCK TABLE announcement_template IN EXCLUSIVE MODE');
        const body = JSON.stringify(minimalTemplate());
        const creation = await beginCreation(service, sessionId, body);
        const cut = once(creation, 'error');
        if (whom === 'the database') {
          creation.end(body.slice(body.length / 2));
          await eventually(async () => {
            expect(await sessionsWaitingForALock(databaseUrl)).toBe(1);
          });
        }

        const asked = performance.now();
        service.signal('SIGTERM');
        expect(await service.exited).toEqual({ code: 0, signal: null });
        const elapsed = performance.now() - asked;
        expect(elapsed).toBeGreaterThan(2_950);
        expect(elapsed).toBeLessThan(STOP_LIMIT_MS);
        await cut;
        expect(service.stderr).toBe('');
        await locker.query('ROLLBACK');
      } finally {
        await locker.end();
      }
      // The database may still execute a statement that it has received: its write was never acknowledged.
      const written = await runSql(databaseUrl, 'SELECT FROM announcement_template');
      expect(written.length).toBeLessThanOrEqual(whom === 'the database' ? 1 : 0);
    },
  );
});

describe('with the embedded database', () => {
  it('a later SIGINT cuts a request in flight, and leaves no database server', async () => {
    const dataDir = await demoDataDir();
    const service = await ServiceProcess.start({ dataDir, env: { SHUTDOWN_TIMEOUT: '5m' } });
    const creation = await beginCreation(
      service,
      service.demo()[0]!.admin,
      JSON.stringify(minimalTemplate()),
    );
    const cut = once(creation, 'error');
    service.signal('SIGINT');
    await setTimeout(1_000);
    expect(service.isRunning).toBe(true);
    service.signal('SIGINT');
    expect(await service.exited).toEqual({ code: 0, signal: null });
    await cut;
    expect(hasPostmasterFile(dataDir)).toBe(false);
  });

  it('a SIGHUP while it starts leaves no database server', async () => {
    const service = await ServiceProcess.spawn();
    await eventually(() => expect(hasPostmasterFile(service.dataDir)).toBe(true), 60_000);
    service.signal('SIGHUP');
    expect(await service.exited).toEqual({ code: 0, signal: null });
    expect(hasPostmasterFile(service.dataDir)).toBe(false);
  });
});
