import { API_TEXTS } from './api-document.js';
import { createApi } from './api.module.js';
import { Settings } from './platform/config/settings.js';
import { createLogger } from './platform/logging/logger.js';
import { openApiDocument } from './platform/http/openapi/document.js';
import { errorCodesPage } from './platform/http/openapi/error-codes-page.js';

/**
 * Prints the OpenAPI document in one line, which Prettier breaks, or with the argument `errors` the table of error
 * codes. Nothing is connected to.
 */
const settings = Settings.from({ LOG_LEVEL: 'silent' });
const runtime = { settings, databaseUrl: 'postgres://unused.invalid/unused' };
const app = await createApi(runtime, createLogger(settings), { preview: true });
const document =
  process.argv[2] === 'errors'
    ? errorCodesPage(API_TEXTS.errors)
    : JSON.stringify(openApiDocument(app, API_TEXTS));
process.stdout.write(`${document}\n`);
