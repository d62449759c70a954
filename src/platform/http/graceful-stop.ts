import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { INestApplication, INestApplicationContext } from '@nestjs/common';
import type { Settings } from '../config/settings.js';
import { Readiness } from '../health/readiness.js';

const SWEEP_INTERVAL_MS = 50;

/**
 * Stops an application without cutting a request: says that it is not ready, gives balancers time to notice, takes
 * no new connection, lets requests in flight finish within their time, and only then closes what they need.
 */
export async function stopGracefully(
  app: INestApplication,
  { shutdown }: Pick<Settings, 'shutdown'>,
): Promise<void> {
  const server = app.getHttpServer() as Server;
  if (server.listening) {
    app.get(Readiness).announceStop();
    // Clients that keep connections alive learn with their next answer that this one is about to go.
    server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
    await delay(shutdown.delayMs);
    await closeServer(server, shutdown.timeoutMs);
  }
  await closeInTime(app, { shutdown });
}

/** Closes what an application keeps open. What does not come to an end in time is left to the end of the process. */
export async function closeInTime(
  app: INestApplicationContext,
  { shutdown }: Pick<Settings, 'shutdown'>,
): Promise<void> {
  await Promise.race([app.close(), delay(shutdown.timeoutMs)]);
}

async function closeServer(server: Server, timeoutMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A kept-alive connection is idle as soon as its request is answered; nobody else would close it.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_INTERVAL_MS);
  const deadline = setTimeout(() => server.closeAllConnections(), timeoutMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(deadline);
}
