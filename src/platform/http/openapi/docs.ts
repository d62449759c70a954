import type { INestApplication } from '@nestjs/common';
import { SwaggerModule } from '@nestjs/swagger';
import type { Express, Request, RequestHandler } from 'express';
import { representText, type Representation } from '../../dto/representation.js';
import { sendRepresentation } from '../representation.js';
import { DOCS_PATH, ERRORS_PATH, openApiDocument } from './document.js';
import { errorCodesPage } from './error-codes-page.js';
import { toOpenApi30 } from './openapi-30.js';

/** Swagger UI would write the description of a tag one letter below the other. */
const NARROW_SCREENS =
  '@media (max-width: 640px) { .swagger-ui .opblock-tag { flex-wrap: wrap } .swagger-ui .opblock-tag small { flex: 0 0 100%; padding: 0 } }';

/** A set, not patterns for Express: every request of the service is looked up here. */
const RENDERED_PATHS: ReadonlySet<string> = new Set(
  [
    `/${ERRORS_PATH}`,
    `/${DOCS_PATH}`,
    `/${DOCS_PATH}/index.html`,
    `/${DOCS_PATH}/swagger-ui-init.js`,
    `/${DOCS_PATH}/${DOCS_PATH}/swagger-ui-init.js`,
    '/docs-json',
    '/docs-yaml',
  ].flatMap((path) => [path, `${path}/`]),
);

/** Serves Swagger UI at `/docs`, where `/` leads, the error codes below it, and the document at `/docs-json`. */
export function serveDocs(app: INestApplication): void {
  const server = app.getHttpAdapter() as unknown as Express;
  server.get('/', (_request, response) => response.redirect(`/${DOCS_PATH}`));
  server.use(renderOnce());
  server.get(`/${ERRORS_PATH}`, (_request, response) => {
    response.type('text/plain').send(errorCodesPage());
  });
  SwaggerModule.setup(DOCS_PATH, app, () => openApiDocument(app), {
    jsonDocumentUrl: 'docs-json',
    yamlDocumentUrl: 'docs-yaml',
    customSiteTitle: 'Workforce Engagement Service',
    customCss: NARROW_SCREENS,
    patchDocumentOnRequest: (request, _response, document) =>
      isFor30(request as Request) ? toOpenApi30(document) : document,
    swaggerOptions: {
      persistAuthorization: true,
      displayRequestDuration: true,
      tryItOutEnabled: true,
      filter: true,
      defaultModelsExpandDepth: 0,
    },
  });
}

function isFor30({ originalUrl }: Request): boolean {
  return /[?&]version=3\.0(?:&|$)/.test(originalUrl);
}

/**
 * Keeps what the handlers behind it send: rendering takes up to 100 ms, also for callers without a credential. What
 * they send depends on the path and the version of OpenAPI only.
 */
function renderOnce(): RequestHandler {
  const rendered = new Map<string, Representation>();
  return (request, response, next) => {
    if (!RENDERED_PATHS.has(request.path) || !['GET', 'HEAD'].includes(request.method)) {
      next();
      return;
    }
    const key = `${request.path} ${isFor30(request)}`;
    const known = rendered.get(key);
    if (known) {
      sendRepresentation(known, request, response);
      return;
    }
    response.send = (text: string) => {
      const page = representText(text, String(response.getHeader('Content-Type')));
      rendered.set(key, page);
      sendRepresentation(page, request, response);
      return response;
    };
    next();
  };
}
