import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { RequestHandler } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import type { Settings } from '../config/settings.js';
import type { Logger } from '../logging/logger.js';
import { DOCS_PATH, serveDocs } from './openapi/document.js';
import { requestLog } from './request-log.js';

/** Answers are data: nothing in them may be loaded, run or framed. The other headers of helmet are about pages. */
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

/** Everything loaded comes from this service; nothing may frame it. Swagger UI sets styles of its own. */
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

/** The headers of helmet, which are the same for every answer, and so are asked for once. */
function withHeaders(options: HelmetOptions): RequestHandler {
  const headers: (readonly [name: string, value: string])[] = [];
  const response = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => undefined,
  } as unknown as ServerResponse;
  helmet(options)({} as IncomingMessage, response, () => undefined);
  return (_request, answer, next) => {
    for (const [name, value] of headers) answer.setHeader(name, value);
    next();
  };
}

/** Sets up what stands before every route: log, security headers, CORS, docs. */
export function configureHttp(app: NestExpressApplication, settings: Settings, logger: Logger): void {
  app.use(requestLog(logger));
  app.use(withHeaders(FOR_DATA));
  app.use(`/${DOCS_PATH}`, helmet(FOR_PAGES));

  const { corsOrigins } = settings.http;
  if (corsOrigins) {
    app.enableCors({
      origin: [...corsOrigins],
      exposedHeaders: ['ETag', 'Location', 'Retry-After', 'X-Request-Id'],
    });
  }
  serveDocs(app);
}
