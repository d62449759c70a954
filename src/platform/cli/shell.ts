import { Module, type INestApplicationContext, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Settings } from '../config/settings.js';
import { openDatabase, type OpenDatabase, type OpenDatabaseOptions } from '../database/open-database.js';
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
 * Turns what a command does into the action that commander calls: opens what it needs, shows its outcome, and
 * closes everything again whatever happens. Settings are read only then, so that help needs none.
 */
export class Shell {
  constructor(private readonly output: Output) {}

  /**
   * An action with the services of one module, and of those that it imports: a command waits for nothing else to
   * load. They work on the configured database or on the embedded one.
   */
  withServices<Arguments extends unknown[]>(
    module: Type,
    work: (services: Services, ...given: Arguments) => Promise<Outcome>,
    limits: Pick<Runtime, 'statementTimeoutMs'> = {},
  ): Action<Arguments> {
    return (...given) =>
      this.run(async ({ url: databaseUrl }, settings) => {
        const imports = [PlatformModule.for({ settings, databaseUrl, ...limits }), module];
        const services = await NestFactory.createApplicationContext(
          { module: CommandModule, imports },
          { logger: false, abortOnError: false },
        );
        try {
          return await work(services, ...given);
        } finally {
          await services.close();
        }
      });
  }

  /** An action with the database alone, brought to the newest migration first. */
  withMigratedDatabase(tell: (database: OpenDatabase) => Outcome): Action<[]> {
    return () => this.run((database) => Promise.resolve(tell(database)), { migrate: true });
  }

  private async run(work: Work<Outcome>, options: Pick<OpenDatabaseOptions, 'migrate'> = {}): Promise<void> {
    const settings = Settings.load();
    const interruption = new Interruption();
    interruption.listen();
    const database = await openDatabase(settings, {
      role: 'command',
      onLost: interruption.because,
      ...options,
    });
    try {
      // Shown before the database is closed: a credential that was issued must not be lost because that fails.
      const outcome = await Promise.race([interruption.happened, work(database, settings)]);
      await this.output.show(outcome);
      if (outcome.refusal) throw outcome.refusal;
    } finally {
      await database.close();
    }
  }
}
