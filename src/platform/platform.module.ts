import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Settings } from './config/settings.js';
import { dataSourceOptions } from './database/data-source-options.js';
import { Revisions } from './database/revisions.js';
import { isDatabaseUnavailable } from './database/sql-errors.js';
import { Sql } from './database/sql.js';

/** What a process is started with. */
export interface Runtime {
  readonly settings: Settings;
  /** Address of the database: the configured one, or that of the embedded server. */
  readonly databaseUrl: string;
}

/** What every context stands on: settings and the database. It knows none of them. */
@Global()
@Module({})
export class PlatformModule {
  static for({ settings, databaseUrl }: Runtime): DynamicModule {
    return {
      module: PlatformModule,
      imports: [
        TypeOrmModule.forRoot({
          ...dataSourceOptions(databaseUrl, settings),
          autoLoadEntities: true,
          // A database that starts at the same time, or a busy machine, is not a reason to give up at once.
          retryAttempts: 5,
          retryDelay: 500,
          toRetry: isDatabaseUnavailable,
        }),
      ],
      providers: [{ provide: Settings, useValue: settings }, Sql, Revisions],
      exports: [Settings, Sql, Revisions],
    };
  }
}
