import { createApi } from './api.module.js';
import { Settings } from './platform/config/settings.js';
import { createLogger } from './platform/logging/logger.js';
import { openApiDocument } from './platform/http/openapi/document.js';

/** Prints the OpenAPI document; nothing is started and nothing is connected to. */
const settings = Settings.from({ LOG_LEVEL: 'silent' });
const runtime = { settings, databaseUrl: 'postgres://unused.invalid/unused' };
const app = await createApi(runtime, createLogger(settings), { preview: true });
process.stdout.write(`${JSON.stringify(openApiDocument(app), null, 2)}\n`);
