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
const document = process.argv[2] === 'errors' ? errorCodesPage() : JSON.stringify(openApiDocument(app));
process.stdout.write(`${document}\n`);
