import type { INestApplication } from '@nestjs/common';
import { SwaggerModule } from '@nestjs/swagger';
import type { Express, Request, RequestHandler } from 'express';
import { ReadyBody } from '../../dto/ready-body.js';
import { Answer } from '../answer.js';
import { pathOf } from '../request.js';
import { sendAnswer } from '../send-answer.js';
import { docsPlugin } from './docs-plugin.js';
import { DOCS_PATH, ERRORS_PATH, openApiDocument, type DocumentTexts } from './document.js';
import { errorCodesPage } from './error-codes-page.js';
import { toOpenApi30 } from './openapi-30.js';
import { SIGN_IN_STYLES, signInPlugin } from './sign-in-plugin.js';

/** Without it Swagger UI writes the description of a tag in one column of letters. */
const NARROW_SCREENS =
  '@media (max-width: 640px) { .swagger-ui .opblock-tag { flex-wrap: wrap } .swagger-ui .opblock-tag ' +
  'small { flex: 0 0 100%; padding: 0 } }';

/** Serves Swagger UI at `/docs`, where `/` leads, the error codes below it, and the document at `/docs-json`. */
export function serveDocs(app: INestApplication, texts: DocumentTexts): void {
  const server = app.getHttpAdapter() as unknown as Express;
  server.get('/', (_request, response) => response.redirect(`/${DOCS_PATH}`));
  server.use([`/${DOCS_PATH}`, '/docs-json', '/docs-yaml'], renderOnce());
  server.get(`/${ERRORS_PATH}`, (_request, response) => {
    response.type('text/plain').send(errorCodesPage(texts.errors));
  });
  SwaggerModule.setup(DOCS_PATH, app, () => openApiDocument(app, texts), {
    jsonDocumentUrl: 'docs-json',
    yamlDocumentUrl: 'docs-yaml',
    customSiteTitle: 'Workforce Engagement Service',
    customCss: NARROW_SCREENS + SIGN_IN_STYLES,
    patchDocumentOnRequest: (request, _response, document) =>
      isFor30(request as Request) ? toOpenApi30(document) : document,
    swaggerOptions: {
      persistAuthorization: true,
      displayRequestDuration: true,
      tryItOutEnabled: true,
      filter: true,
      plugins: [docsPlugin, signInPlugin],
      defaultModelsExpandDepth: 0,
    },
  });
}

function isFor30({ originalUrl }: Request): boolean {
  return /[?&]version=3\.0(?:&|$)/.test(originalUrl);
}

/**
 * Keeps the texts that the handlers behind it send: rendering takes up to 100 ms of the processor, also for callers
 * without a credential. They depend on the path and the version of OpenAPI only.
 */
function renderOnce(): RequestHandler {
  const rendered = new Map<string, Answer>();
  return (request, response, next) => {
    const key = `${pathOf(request)} ${isFor30(request)}`;
    const known = rendered.get(key);
    if (known && ['GET', 'HEAD'].includes(request.method)) {
      sendAnswer(known, response);
      return;
    }
    response.send = (text: string) => {
      const body = new ReadyBody(text, String(response.getHeader('Content-Type')));
      const page = new Answer(body, { headers: { 'Cache-Control': 'private, no-cache' } });
      rendered.set(key, page);
      sendAnswer(page, response);
      return response;
    };
    next();
  };
}
