import type { NestExpressApplication } from '@nestjs/platform-express';
import helmet from 'helmet';
import type { Settings } from '../config/settings.js';
import type { Logger } from '../logging/logger.js';
import { serveDocs } from '../openapi/document.js';
import { requestLog } from './request-log.js';

/** Everything loaded comes from this service; nothing may frame it. Swagger UI sets styles of its own. */
const CONTENT_SECURITY_POLICY = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/** Sets up what stands before every route: log, security headers, CORS, docs. */
export function configureHttp(app: NestExpressApplication, settings: Settings, logger: Logger): void {
  app.use(requestLog(logger));
  app.use(helmet({ contentSecurityPolicy: { useDefaults: false, directives: CONTENT_SECURITY_POLICY } }));

  const { corsOrigins } = settings.http;
  if (corsOrigins.length > 0) {
    app.enableCors({
      origin: [...corsOrigins],
      exposedHeaders: ['ETag', 'Location', 'Retry-After', 'X-Request-Id'],
    });
  }
  serveDocs(app);
}
