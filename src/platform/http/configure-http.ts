import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import { Registry } from 'prom-client';
import type { Settings } from '../config/settings.js';
import type { Logger } from '../logging/logger.js';
import { compressAnswers } from './compress-answers.js';
import { serveGuide } from './guide.js';
import { refuseSecondHost } from './host-header.js';
import { serveDocs } from './openapi/docs.js';
import { DOCS_PATH, type DocumentTexts } from './openapi/document.js';
import { requestLog } from './request-log.js';
import { requestMetrics } from './request-metrics.js';
import { requestTrace } from './request-trace.js';

/** Answers are data: nothing in them may be loaded, run or framed. The headers that only concern pages are off. */
const FOR_DATA: HelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
  },
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  referrerPolicy: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
};

/** Swagger UI and the guide: everything comes from this service, nothing may frame it; inline styles are allowed. */
const FOR_PAGES: HelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:'],
      'connect-src': ["'self'"],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'none'"],
    },
  },
};

/** Seconds in which a browser does not ask again for permission; browsers allow two hours at most. */
const PREFLIGHT_MAX_AGE_S = 7_200;

/**
 * Installs the middleware of every route: log, trace, metrics, security headers, compression, CORS; and the docs
 * where they are on.
 */
export function configureHttp(
  app: NestExpressApplication,
  settings: Settings,
  logger: Logger,
  texts: DocumentTexts,
): void {
  app.use(requestLog(logger));
  if (settings.tracesEndpoint !== undefined) app.use(requestTrace());
  if (settings.metrics.port !== undefined) app.use(requestMetrics(app.get(Registry)));
  app.use(helmet(FOR_DATA));
  app.use(compressAnswers());
  app.use(refuseSecondHost());

  const { corsOrigins } = settings.http;
  if (corsOrigins) {
    app.enableCors({
      origin: [...corsOrigins],
      maxAge: PREFLIGHT_MAX_AGE_S,
      exposedHeaders: [
        'ETag',
        'Idempotency-Replayed',
        'Link',
        'Location',
        'RateLimit',
        'RateLimit-Policy',
        'Retry-After',
        'X-Request-Id',
        'X-Total-Count',
      ],
    });
  }
  if (settings.docs === 'off') return;
  app.use(`/${DOCS_PATH}`, helmet(FOR_PAGES));
  serveDocs(app, texts);
  serveGuide(app.getHttpAdapter() as unknown as Express, FOR_PAGES);
}
