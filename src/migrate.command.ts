import type { Command } from 'commander';
import type { Shell } from './platform/cli/shell.js';
import { ErasureOperationsModule, ErasureReplay } from './privacy/erasure/index.js';

const HELP = `
Deletions of companies and erasures of people that the database does not know, because it was restored from an older
dump, are done again. They are read from the store of files of the service, so the command needs its settings.`;

/** `wes migrate` */
export function registerMigrateCommand(migrate: Command, shell: Shell): void {
  migrate.addHelpText('after', HELP).action(() =>
    shell.run(
      async ({ migrations, url: databaseUrl }, settings) => {
        const { companies, people: erasures } = await shell.useServices(
          ErasureOperationsModule,
          { settings, databaseUrl },
          (services) => services.get(ErasureReplay).run(new AbortController().signal),
        );
        const lines = [
          ...(migrations.length === 0 ? ['The database is up to date.'] : migrations),
          ...(companies > 0 ? [`${companies} companies were deleted again.`] : []),
          ...(erasures > 0 ? [`${erasures} erasures of people were done again.`] : []),
        ];
        return {
          json: {
            migrations,
            ...(companies > 0 && { companies }),
            ...(erasures > 0 && { erasures }),
          },
          text: lines.join('\n'),
        };
      },
      { migrate: true, create: true },
    ),
  );
}
