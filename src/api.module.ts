import { Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { API_TEXTS } from './api-document.js';
import { AppModule } from './app.module.js';
import { configureHttp } from './platform/http/configure-http.js';
import { HttpAdapter } from './platform/http/http-adapter.js';
import { HttpModule } from './platform/http/http.module.js';
import type { Logger } from './platform/logging/logger.js';
import { NestLogger } from './platform/logging/nest-logger.js';
import type { Runtime } from './platform/platform.module.js';
import { SCIM_PROBLEMS } from './scim/index.js';

/** The application with its HTTP API. */
@Module({})
export class ApiModule {
  static for(runtime: Runtime, logger: Logger): DynamicModule {
    return { module: ApiModule, imports: [AppModule.for(runtime, logger), HttpModule.for([SCIM_PROBLEMS])] };
  }
}

/** Builds the HTTP application; the caller listens and closes. */
export async function createApi(
  runtime: Runtime,
  logger: Logger,
  { preview = false } = {},
): Promise<NestExpressApplication> {
  const adapter = new HttpAdapter(runtime.settings.http, logger);
  const app = await NestFactory.create<NestExpressApplication>(ApiModule.for(runtime, logger), adapter, {
    bodyParser: false,
    logger: new NestLogger(logger),
    abortOnError: false,
    preview,
  });
  configureHttp(app, runtime.settings, logger, API_TEXTS);
  return app;
}
