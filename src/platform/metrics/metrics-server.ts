import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import express, { type Express } from 'express';
import { Registry } from 'prom-client';
import { Settings } from '../config/settings.js';
import { isReady, Readiness } from '../health/readiness.js';
import { LOGGER, type Logger } from '../logging/logger.js';
import { listenError } from '../explain-startup-error.js';

/**
 * Serves metrics and health, in workers too. It starts with the application and ends after it, so that it reports a
 * process that is stopping.
 */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly server: Server;

  constructor(
    registry: Registry,
    readiness: Readiness,
    private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.server = createServer(application(registry, readiness));
  }

  async onApplicationBootstrap(): Promise<void> {
    const { port, host } = this.settings.metrics;
    this.server.listen(port, host);
    try {
      await once(this.server, 'listening');
    } catch (error) {
      throw listenError(error, { port: 'METRICS_PORT', host: 'METRICS_HOST' });
    }
    this.logger.info({ metricsPort: (this.server.address() as AddressInfo).port }, 'serving metrics');
  }

  onApplicationShutdown(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

function application(registry: Registry, readiness: Readiness): Express {
  const routes = express().disable('x-powered-by').disable('etag');
  routes.get('/metrics', async (_request, response) => {
    response.set('Content-Type', registry.contentType).send(await registry.metrics());
  });
  routes.get('/health/live', (_request, response) => {
    response.json({ status: 'ok' });
  });
  routes.get(['/health', '/health/ready'], async (_request, response) => {
    const report = await readiness.report();
    response.status(isReady(report) ? 200 : 503).json(report);
  });
  return routes;
}
