import type { Command } from 'commander';
import type { Shell } from './shell.js';

/** `wes migrate` */
export function registerMigrateCommand(program: Command, shell: Shell): void {
  program
    .command('migrate')
    .description('bring the database to the newest migration; prints the migrations that were carried out')
    .action(() =>
      shell.run(
        ({ migrations }) =>
          Promise.resolve({
            json: { migrations },
            text: migrations.length === 0 ? 'The database is up to date.' : migrations.join('\n'),
          }),
        { migrate: true, create: true },
      ),
    );
}
