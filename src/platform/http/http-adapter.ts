import { createServer } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import express from 'express';
import type { HttpSettings } from '../config/settings.js';
import { parseQuery } from '../dto/query.js';

/** How often Node looks for connections over their time. Its default of 30 s is too coarse for short limits. */
const TIMEOUT_CHECK_INTERVAL_MS = 1_000;

/** Express with a server whose time limits apply from the first connection. */
export class HttpAdapter extends ExpressAdapter {
  constructor(private readonly http: HttpSettings) {
    const application = express();
    application.set('query parser', parseQuery);
    application.set('case sensitive routing', true);
    application.set('etag', false);
    application.disable('x-powered-by');
    super(application);
  }

  override initHttpServer(): void {
    const { requestTimeoutMs, headersTimeoutMs, keepAliveTimeoutMs } = this.http;
    const application = this.getInstance<express.Express>();
    this.httpServer = createServer(
      {
        requestTimeout: requestTimeoutMs,
        headersTimeout: headersTimeoutMs,
        keepAliveTimeout: keepAliveTimeoutMs,
        connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
      },
      application,
    );
  }
}
