import { Module, type INestApplicationContext, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Settings } from '../config/settings.js';
import { openDatabase, type OpenDatabase, type OpenDatabaseOptions } from '../database/open-database.js';
import { IdempotencyModule } from '../idempotency/idempotency.module.js';
import { PlatformModule, type Runtime } from '../platform.module.js';
import { Interruption } from './interruption.js';
import type { Outcome, Output } from './output.js';

/** Where a command finds the services of its contexts. */
export type Services = Pick<INestApplicationContext, 'get'>;

type Action<Arguments extends unknown[]> = (...given: Arguments) => Promise<void>;
type Work<Result> = (database: OpenDatabase, settings: Settings) => Promise<Result>;

@Module({})
class CommandModule {}

/**
 * Makes actions for commander: they open what a command needs, print its outcome, and always close everything again.
 * Settings are read only when an action runs, so that help needs none.
 */
export class Shell {
  constructor(private readonly output: Output) {}

  /**
   * An action with the services of one module and its imports; loading more would make commands slow.
   * @param options - `create` makes the embedded database where there is none; without it the command is refused
   */
  withServices<Arguments extends unknown[]>(
    module: Type,
    work: (services: Services, ...given: Arguments) => Promise<Outcome>,
    { create = false, ...limits }: Pick<Runtime, 'statementTimeoutMs'> & { readonly create?: boolean } = {},
  ): Action<Arguments> {
    return (...given) =>
      this.run(
        async ({ url: databaseUrl }, settings) => {
          const runtime = { settings, databaseUrl, ...limits };
          const imports = [PlatformModule.for(runtime), IdempotencyModule.for(runtime), module];
          const services = await NestFactory.createApplicationContext(
            { module: CommandModule, imports },
            { logger: false, abortOnError: false },
          );
          try {
            return await work(services, ...given);
          } finally {
            await services.close();
          }
        },
        { create },
      );
  }

  /** An action with the database alone, brought to the newest migration first. */
  withMigratedDatabase(describe: (database: OpenDatabase) => Outcome): Action<[]> {
    return () => this.run((database) => Promise.resolve(describe(database)), { migrate: true, create: true });
  }

  private async run(
    work: Work<Outcome>,
    options: Pick<OpenDatabaseOptions, 'migrate' | 'create'>,
  ): Promise<void> {
    const { settings, warnings } = Settings.load('command');
    await this.output.warn(warnings);
    const interruption = new Interruption();
    interruption.listen();
    const database = await openDatabase(settings, {
      role: 'command',
      onLost: interruption.because,
      ...options,
    });
    try {
      // Printed before the database is closed: an issued credential must not be lost if closing fails.
      const outcome = await Promise.race([interruption.happened, work(database, settings)]);
      await this.output.show(outcome);
      if (outcome.refusal) throw outcome.refusal;
    } finally {
      await database.close();
    }
  }
}
