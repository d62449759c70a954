import type { NestExpressApplication } from '@nestjs/platform-express';
import { trace } from '@opentelemetry/api';
import type { Express, RequestHandler } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import { Registry } from 'prom-client';
import type { Settings } from '../config/settings.js';
import type { Logger } from '../logging/logger.js';
import { compressAnswers } from './compress-answers.js';
import { serveGuide } from './guide.js';
import { HttpProblem } from './http-problem.js';
import { serveDocs } from './openapi/docs.js';
import { DOCS_PATH, type DocumentTexts } from './openapi/document.js';
import { requestLog } from './request-log.js';
import { requestMetrics } from './request-metrics.js';
import { routeOf } from './request.js';

/** Names the span of a request by its route, and gives it the id by which the log knows the request. */
function requestTrace(): RequestHandler {
  return (request, response, next) => {
    const span = trace.getActiveSpan();
    // The span ends at the same event.
    response.prependOnceListener('close', () => {
      const route = routeOf(request);
      span?.updateName(`${request.method} ${route}`);
      span?.setAttributes({ 'http.route': route, 'wes.request_id': request.requestId });
    });
    next();
  };
}

/**
 * Refuses requests with more than one `Host` header (RFC 9112, 3.2): a proxy in front may have read another one of them.
 */
function refuseSecondHost(): RequestHandler {
  return ({ rawHeaders }, _response, next) => {
    const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name));
    next(hosts.length > 1 ? HttpProblem.of('MALFORMED_REQUEST', { Connection: 'close' }) : undefined);
  };
}

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
