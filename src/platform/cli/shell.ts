import { Module, type INestApplicationContext, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { loadSettings } from '../config/load-settings.js';
import type { Settings } from '../config/settings.js';
import { openDatabase, type OpenDatabase, type OpenDatabaseOptions } from '../database/open-database.js';
import { PlatformModule, type Runtime } from '../platform.module.js';
import { Interruption } from './interruption.js';
import type { Outcome, Output } from './output.js';

/** The services of the contexts of a command. */
export type Services = Pick<INestApplicationContext, 'get'>;

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
  ): (...given: Arguments) => Promise<void> {
    return (...given) =>
      this.run(
        ({ url: databaseUrl }, settings) =>
          this.useServices(module, { settings, databaseUrl, ...limits }, (services) =>
            work(services, ...given),
          ),
        { create },
      );
  }

  /** Does work with the services of one module and its imports, and closes them. */
  async useServices<T>(module: Type, runtime: Runtime, work: (services: Services) => Promise<T>): Promise<T> {
    const imports = [PlatformModule.for(runtime), module];
    const services = await NestFactory.createApplicationContext(
      { module: CommandModule, imports },
      { logger: false, abortOnError: false },
    );
    try {
      return await work(services);
    } finally {
      await services.close();
    }
  }

  /** Opens the database, does the work and prints its outcome. */
  async run(
    work: (database: OpenDatabase, settings: Settings) => Promise<Outcome>,
    options: Pick<OpenDatabaseOptions, 'migrate' | 'create'>,
  ): Promise<void> {
    const { settings, warnings } = loadSettings('command');
    await this.output.warn(warnings);
    const interruption = new Interruption();
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
