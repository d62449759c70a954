import type { INestApplication, INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { createApi } from './api.module.js';
import { AppModule } from './app.module.js';
import { Settings } from './platform/config/settings.js';
import { openDatabase, type OpenDatabase } from './platform/database/open-database.js';
import { Readiness } from './platform/health/readiness.js';
import { closeInTime, stopGracefully } from './platform/http/graceful-stop.js';
import { createLogger, type Logger } from './platform/logging/logger.js';
import { NestLogger } from './platform/logging/nest-logger.js';
import type { Runtime } from './platform/platform.module.js';
import { endOnMistake, endProcess, onStopRequest } from './platform/process.js';

/** What a process is for. Any number of each kind may run against one database and one Redis. */
export interface Duties {
  /** Answers requests. */
  readonly http: boolean;
  /** Does the work that requests put off. */
  readonly work: boolean;
}

/**
 * Runs a process of the service until it is asked to stop, and ends it.
 * @param atEnd - what is left to do when everything has stopped
 */
export function serve(duties: Duties, atEnd = () => Promise.resolve()): void {
  run(duties)
    .then(atEnd)
    .then(
      () => process.exit(0),
      (error: unknown) => endProcess(error),
    );
}

async function run(duties: Duties): Promise<void> {
  const { settings, warnings } = Settings.load('service');
  const logger = createLogger(settings);
  for (const warning of warnings) logger.warn(warning);
  endOnMistake(logger);
  const stopRequested = onStopRequest(logger);
  const opening = openDatabase(settings, {
    role: duties.http ? 'service' : 'command',
    onEvent: (event) => logger.info({ event }, 'embedded database'),
    onLost: (error) => endProcess(error, logger),
  });
  // An embedded server that is being started must be stopped again; another one may be silent for long.
  const database = await (settings.database.url === undefined
    ? opening
    : unlessFirst(stopRequested, opening));
  if (database) {
    try {
      const runtime = { settings, databaseUrl: database.url, isWorker: duties.work };
      const serveUntil = duties.http ? answerRequests : workOnly;
      await serveUntil(stopRequested, { runtime, database, logger });
    } finally {
      await database.close();
    }
  }
  logger.info('stopped');
}

interface Surroundings {
  readonly runtime: Runtime;
  readonly database: OpenDatabase;
  readonly logger: Logger;
}

async function answerRequests(
  stopRequested: Promise<void>,
  { runtime, database, logger }: Surroundings,
): Promise<void> {
  const { settings } = runtime;
  const app = await unlessFirst(stopRequested, initialise(createApi(runtime, logger)));
  if (!app) return;
  try {
    const demo = database.isEmbedded ? await loadDemo(app) : undefined;
    await demo?.createIfEmpty();
    await app.listen(settings.http.port, settings.http.host);
    const baseUrl = settings.baseUrl(Number(new URL(await app.getUrl()).port));
    logger.info({ baseUrl, ...(settings.docs === 'on' && { docs: `${baseUrl}/docs` }) }, 'ready');
    if (demo) process.stdout.write(await demo.welcome(baseUrl));
    await stopRequested;
  } finally {
    await stopGracefully(app, settings);
  }
}

async function workOnly(stopRequested: Promise<void>, { runtime, logger }: Surroundings): Promise<void> {
  const starting = NestFactory.createApplicationContext(AppModule.for(runtime, logger), {
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  const app = await unlessFirst(stopRequested, starting);
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

/** The result of work; undefined when something else happens first. */
function unlessFirst<T>(event: Promise<void>, work: Promise<T>): Promise<T | undefined> {
  return Promise.race([work, event.then(() => undefined)]);
}

/** The demo is imported here alone, so that a service on a configured database does not contain it. */
async function loadDemo(app: INestApplicationContext) {
  const demo = await import('./demo/demo.module.js');
  return demo.loadDemo(app);
}
