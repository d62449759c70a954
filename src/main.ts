import { createApi } from './api.module.js';
import { DemoService } from './demo/demo.service.js';
import { welcomeBox } from './demo/welcome-box.js';
import { Settings } from './platform/config/settings.js';
import { openDatabase } from './platform/database/open-database.js';
import { stopGracefully } from './platform/http/graceful-stop.js';
import { createLogger } from './platform/logging/logger.js';
import { endOnMistake, endProcess, onStopRequest } from './platform/process.js';

/** The HTTP process. */
async function main(): Promise<void> {
  const settings = Settings.load();
  const logger = createLogger(settings);
  endOnMistake(logger);
  const stopRequested = onStopRequest(logger);
  const database = await openDatabase(settings, {
    role: 'service',
    onEvent: (event) => logger.info({ event }, 'embedded database'),
    onLost: (error) => endProcess(error, logger),
  });
  try {
    const app = await createApi({ settings, databaseUrl: database.url }, logger);
    try {
      await app.init();
      if (database.isEmbedded) await app.get(DemoService).createIfEmpty();
      await app.listen(settings.http.port, settings.http.host);
      const baseUrl = settings.baseUrl(Number(new URL(await app.getUrl()).port));
      logger.info({ baseUrl, docs: `${baseUrl}/docs` }, 'ready');
      if (database.isEmbedded) await welcome(app.get(DemoService), baseUrl);
      await stopRequested;
    } finally {
      await stopGracefully(app, settings);
    }
  } finally {
    await database.close();
  }
  logger.info('stopped');
}

async function welcome(demo: DemoService, baseUrl: string): Promise<void> {
  const credentials = await demo.issueCredentials();
  if (credentials.length > 0) process.stdout.write(welcomeBox(baseUrl, credentials));
}

main().then(
  () => process.exit(0),
  (error: unknown) => endProcess(error),
);
