import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { INestApplication, INestApplicationContext } from '@nestjs/common';
import type { Settings } from '../config/settings.js';
import { Readiness } from '../health/readiness.js';

const SWEEP_INTERVAL_MS = 50;

/**
 * Stops an application without aborting requests: reports that it is not ready, gives load balancers time to notice,
 * accepts no new connections, waits for requests in flight, and then closes the application.
 */
export async function stopGracefully(
  app: INestApplication,
  { shutdown }: Pick<Settings, 'shutdown'>,
): Promise<void> {
  const server = app.getHttpServer() as Server;
  if (server.listening) {
    app.get(Readiness).announceStop();
    // Clients with kept-alive connections must not reuse them.
    server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
    await delay(shutdown.delayMs);
    await closeServer(server, shutdown.timeoutMs);
  }
  await closeInTime(app, { shutdown });
}

/** Closes an application, but waits no longer than the shutdown time-out. */
export async function closeInTime(
  app: INestApplicationContext,
  { shutdown }: Pick<Settings, 'shutdown'>,
): Promise<void> {
  await Promise.race([app.close(), delay(shutdown.timeoutMs)]);
}

async function closeServer(server: Server, timeoutMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // server.close() does not close kept-alive connections that become idle later.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_INTERVAL_MS);
  const deadline = setTimeout(() => server.closeAllConnections(), timeoutMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(deadline);
}
