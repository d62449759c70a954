import { Option, type Command } from 'commander';
import { acceptedBy, id } from '../../platform/cli/arguments.js';
import type { Shell } from '../../platform/cli/shell.js';
import { ROLES, type Role } from '../../shared-kernel/actor.js';
import { IdentityService } from '../application/identity.service.js';
import { checkEmail, checkLanguage, checkName } from '../domain/identity.rules.js';
import { IdentityModule } from '../identity.module.js';

interface NewUserOptions {
  readonly company: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly language?: string;
}

/** `wes user …` */
export function registerUserCommands(program: Command, shell: Shell): void {
  const user = program.command('user').description('manage the users of companies');

  user
    .command('create')
    .description('create a user; prints its id')
    .requiredOption('--company <id>', 'id of the company', id)
    .requiredOption('--email <address>', 'e-mail address', acceptedBy(checkEmail))
    .requiredOption('--name <name>', 'name of the person', acceptedBy(checkName))
    .addOption(roleOption())
    .option(
      '--language <tag>',
      'BCP 47 language tag, like pt-BR; en when not given',
      acceptedBy(checkLanguage),
    )
    .action(
      shell.withServices(IdentityModule, async (services, { company, ...user }: NewUserOptions) => {
        const created = await services.get(IdentityService).createUser({ companyId: company, ...user });
        const { id, companyId, email, name, role, language } = created;
        return { text: id, json: { id, companyId, email, name, role, language } };
      }),
    );

  user
    .command('set-role')
    .description('give a user another role, within one second everywhere')
    .requiredOption('--user <id>', 'id of the user', id)
    .addOption(roleOption())
    .action(
      shell.withServices(
        IdentityModule,
        async (services, { user: id, role }: { user: string; role: Role }) => {
          await services.get(IdentityService).setRole(id, role);
          return { text: `User ${id} has the role ${role} now.`, json: { id, role } };
        },
      ),
    );

  user
    .command('deactivate')
    .description('deactivate a user, which ends all sessions within one second everywhere')
    .requiredOption('--user <id>', 'id of the user', id)
    .action(
      shell.withServices(IdentityModule, async (services, { user: id }: { user: string }) => {
        await services.get(IdentityService).deactivateUser(id);
        return { text: `User ${id} is deactivated.`, json: { id, active: false } };
      }),
    );
}

function roleOption(): Option {
  return new Option('--role <role>', 'what the user may do in the company')
    .choices(ROLES)
    .makeOptionMandatory();
}
