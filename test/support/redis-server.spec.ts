import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { REDIS_START_LIMIT_MS, RedisServer, startRedis, type TestRedis } from './redis-server.js';

async function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  await once(socket, 'connect');
  return socket;
}

async function ask(url: string, line: string): Promise<string> {
  const socket = await open(url);
  socket.write(`${line}\r\n`);
  const [answer] = (await once(socket, 'data')) as [string];
  socket.destroy();
  return answer;
}

describe('RedisServer', () => {
  let redis: RedisServer;

  beforeAll(async () => {
    redis = await RedisServer.start();
  }, REDIS_START_LIMIT_MS);

  afterAll(() => redis.stop());

  it('answers, and forgets when told to', async () => {
    expect(await ask(redis.url, 'SET key value')).toBe('+OK\r\n');
    expect(await ask(redis.url, 'GET key')).toBe('$5\r\nvalue\r\n');
    await redis.flushAll();
    expect(await ask(redis.url, 'GET key')).toBe('$-1\r\n');
  });

  it('can be held up and let go', async () => {
    redis.pause();
    const socket = await open(redis.url);
    socket.write('PING\r\n');
    const answer = once(socket, 'data');
    expect(await Promise.race([answer, sleep(200, 'silence')])).toBe('silence');
    redis.resume();
    expect(await answer).toEqual(['+PONG\r\n']);
    socket.destroy();
  });

  it('can be stopped, and comes back empty at the same address', async () => {
    const { url } = redis;
    await ask(url, 'SET key value');
    await redis.stop();
    await expect(ask(url, 'PING')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await expect(redis.flushAll()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await redis.start();
    expect(redis.url).toBe(url);
    expect(await ask(url, 'GET key')).toBe('$-1\r\n');
  });

  it('can be stopped while it is held up, and more than once', async () => {
    const another = await RedisServer.start();
    another.pause();
    await another.stop();
    await another.stop();
  });
});

describe('startRedis', () => {
  const configured = process.env['REDIS_URL'];
  let redis: TestRedis | undefined;

  afterEach(async () => {
    await redis?.stop();
    if (configured === undefined) delete process.env['REDIS_URL'];
    else process.env['REDIS_URL'] = configured;
  });

  it('starts a server where none is named', async () => {
    delete process.env['REDIS_URL'];
    redis = await startRedis();
    expect(await ask(redis.url, 'PING')).toBe('+PONG\r\n');
  });

  it('takes the one that is named: does not end it, and empties its database only', async () => {
    const theirs = await RedisServer.start();
    process.env['REDIS_URL'] = theirs.url.replace(/0$/, '3');
    const named = await startRedis();
    await ask(theirs.url, 'SET key value');
    await named.flushAll();
    await named.stop();
    expect(await ask(theirs.url, 'GET key')).toBe('$5\r\nvalue\r\n');
    await theirs.stop();
  });
});
