import type { INestApplication, INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { createApi } from './api.module.js';
import { AppModule } from './app.module.js';
import { loadSettings } from './platform/config/load-settings.js';
import { listenError } from './platform/explain-startup-error.js';
import { openDatabase, type OpenDatabase } from './platform/database/open-database.js';
import { Readiness } from './platform/health/readiness.js';
import { buildGuide } from './platform/http/guide-build.js';
import { closeInTime, stopGracefully } from './platform/http/graceful-stop.js';
import { createLogger, type Logger } from './platform/logging/logger.js';
import { NestLogger } from './platform/logging/nest-logger.js';
import { stderr, stdout } from './platform/logging/output.js';
import type { Runtime } from './platform/platform.module.js';
import { exitOnUncaughtException, exitWithFailure, onStopRequest } from './platform/process.js';

/** The work of a process. Any number of each kind may run against one database and one Redis. */
export interface ProcessRole {
  /** Answers requests. */
  readonly http: boolean;
  /** Runs background work. */
  readonly work: boolean;
}

/**
 * Runs a process of the service until it is asked to stop, and ends it.
 * @param atEnd - is called when everything has stopped
 */
export function serve(role: ProcessRole, atEnd = () => Promise.resolve()): void {
  run(role, atEnd).then(
    () => process.exit(0),
    (error: unknown) => exitWithFailure(error),
  );
}

async function run(role: ProcessRole, atEnd: () => Promise<void>): Promise<void> {
  stderr(); // warnings of Node must not wait for a reader, or fail
  const { settings, warnings } = loadSettings('service');
  const logger = createLogger(settings);
  for (const warning of warnings) logger.warn(warning);
  const { received: stopRequested, overdue } = onStopRequest(logger, settings);
  exitOnUncaughtException(logger, stopRequested);
  const opening = openDatabase(settings, {
    role: role.http ? 'service' : 'command',
    onEvent: (event) => logger.info({ event }, 'embedded database'),
    onLost: (error) => exitWithFailure(error, logger),
  });
  // An embedded server that is being started must be stopped again; another server may not answer for long.
  const database = await (settings.database.url === undefined
    ? opening
    : unlessStopped(stopRequested, opening));
  if (database) {
    try {
      const runtime = { settings, databaseUrl: database.url, isWorker: role.work };
      const serveUntil = role.http ? answerRequests : workOnly;
      await Promise.race([serveUntil(stopRequested, { runtime, database, logger }), overdue]);
    } finally {
      await database.close();
    }
  }
  logger.info('stopped');
  await Promise.race([atEnd(), overdue]);
}

interface ServiceContext {
  readonly runtime: Runtime;
  readonly database: OpenDatabase;
  readonly logger: Logger;
}

async function answerRequests(
  stopRequested: Promise<void>,
  { runtime, database, logger }: ServiceContext,
): Promise<void> {
  const { settings } = runtime;
  const app = await unlessStopped(stopRequested, initialise(createApi(runtime, logger)));
  if (!app) return;
  let endGuide = (): void => undefined;
  try {
    const demo = database.isEmbedded ? await loadDemo(app) : undefined;
    await demo?.createIfEmpty();
    try {
      await app.listen(settings.http.port, settings.http.host);
    } catch (error) {
      throw listenError(error, { port: 'PORT', host: 'HOST' });
    }
    const baseUrl = settings.baseUrl(Number(new URL(await app.getUrl()).port));
    logger.info({ baseUrl, ...(settings.docs === 'on' && { docs: `${baseUrl}/docs` }) }, 'ready');
    if (demo) stdout().write(await demo.welcome(baseUrl));
    if (settings.docs === 'on') endGuide = buildGuide(logger);
    await stopRequested;
  } finally {
    endGuide();
    await stopGracefully(app, settings);
  }
}

async function workOnly(stopRequested: Promise<void>, { runtime, logger }: ServiceContext): Promise<void> {
  const starting = NestFactory.createApplicationContext(AppModule.for(runtime, logger), {
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  const app = await unlessStopped(stopRequested, starting);
  if (!app) return;
  try {
    logger.info('working');
    await stopRequested;
  } finally {
    app.get(Readiness).announceStop();
    await closeInTime(app, runtime.settings);
  }
}

async function initialise<T extends INestApplication>(creating: Promise<T>): Promise<T> {
  const app = await creating;
  await app.init();
  return app;
}

/** The result of work; undefined when the process is asked to stop first. */
function unlessStopped<T>(stopRequested: Promise<void>, work: Promise<T>): Promise<T | undefined> {
  return Promise.race([work, stopRequested.then(() => undefined)]);
}

/** The demo is imported here alone, so that a service on a configured database does not contain it. */
async function loadDemo(app: INestApplicationContext) {
  const demo = await import('./demo/demo.module.js');
  return demo.loadDemo(app);
}
