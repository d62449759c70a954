import { Option, type Command } from 'commander';
import { acceptedBy, companyOption, limitOption, userOption } from '../../platform/cli/arguments.js';
import { listing } from '../../platform/cli/listing.js';
import type { Services, Shell } from '../../platform/cli/shell.js';
import { operatorOf, ROLES, type Role } from '../../shared-kernel/actor.js';
import { OperatorQueries, type UserLinkSummary } from '../application/operator.queries.js';
import { UsersService, type UserChange } from '../application/users.service.js';
import { checkEmail, checkLanguage, checkName } from '../domain/identity.rules.js';
import type { UserChanges, UserState } from '../domain/user.js';
import { IdentityModule } from '../identity.module.js';

interface NewUserOptions {
  readonly company: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly language?: string;
}

interface EditOptions extends UserChanges {
  readonly user: string;
}

interface ListOptions {
  readonly company: string;
  readonly limit: number;
}

/** `wes user …` */
export function registerUserCommands(user: Command, shell: Shell): void {
  user
    .command('create')
    .description('create a user; prints its id')
    .addOption(companyOption())
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
        const companyId = await services.get(OperatorQueries).companyId(company);
        const created = await services.get(UsersService).create(operatorOf(companyId), user);
        const { id, email, name, role, language } = created;
        return { text: id, json: { id, companyId, email, name, role, language } };
      }),
    );

  user
    .command('list')
    .description('list the users of a company, deactivated ones too')
    .addOption(companyOption())
    .addOption(limitOption())
    .action(
      shell.withServices(IdentityModule, async (services, { company, limit }: ListOptions) => {
        const queries = services.get(OperatorQueries);
        const users = await queries.listUsers(await queries.companyId(company), limit);
        return listing(users, limit, {
          ID: ({ id }) => id,
          'E-MAIL': ({ email }) => email,
          NAME: ({ name }) => name,
          ROLE: ({ role }) => role,
          LANGUAGE: ({ language }) => language,
          CREATED: ({ createdAt }) => createdAt,
          DEACTIVATED: ({ deactivatedAt }) => deactivatedAt,
        });
      }),
    );

  user
    .command('set-role')
    .description('give a user another role, within one second everywhere')
    .addOption(userOption())
    .addOption(roleOption())
    .action(
      shell.withServices(IdentityModule, async (services, { user, role }: { user: string; role: Role }) => {
        const { id } = await changeUser(services, user, { role });
        return { text: `User ${id} has the role ${role} now.`, json: { id, role } };
      }),
    );

  user
    .command('edit')
    .description('change the name, the e-mail address or the language of a user; what is not given stays')
    .addOption(userOption())
    .option('--name <name>', 'name of the person', acceptedBy(checkName))
    .option('--email <address>', 'e-mail address', acceptedBy(checkEmail))
    .option('--language <tag>', 'BCP 47 language tag, like pt-BR', acceptedBy(checkLanguage))
    .hook('preAction', (command) => {
      const { name, email, language } = command.opts<Partial<EditOptions>>();
      if ([name, email, language].every((value) => value === undefined))
        command.error('error: at least one of --name, --email and --language is needed');
    })
    .action(
      shell.withServices(IdentityModule, async (services, { user, ...changes }: EditOptions) => {
        const { id, email, name, role, language } = await changeUser(services, user, changes);
        return { text: `User ${id} is changed.`, json: { id, email, name, role, language } };
      }),
    );

  user
    .command('links')
    .description('list the users who are employees, and first those of whom that is to be confirmed')
    .addOption(companyOption())
    .addOption(limitOption())
    .action(
      shell.withServices(IdentityModule, async (services, { company, limit }: ListOptions) => {
        const queries = services.get(OperatorQueries);
        const links = await queries.listLinks(await queries.companyId(company), limit);
        return listing(links, limit, {
          USER: ({ id }) => id,
          'E-MAIL': ({ email }) => email,
          ROLE: ({ role }) => role,
          STATE: linkState,
          EMPLOYEE: ({ employeeId }) => employeeId,
          'HAVE OR HAD THE ADDRESS': ({ candidates }) => candidates.join(' '),
        });
      }),
    );

  user
    .command('link')
    .description('say which employee a user is, or without --employee that the user is none')
    .addOption(userOption())
    .option('--employee <id>', 'id of an employee of the company')
    .action(
      shell.withServices(IdentityModule, async (services, { user, employee }: LinkOptions) => {
        const { id } = await changeUser(services, user, { employeeId: employee ?? null });
        const text =
          employee === undefined ? `User ${id} is no employee.` : `User ${id} is the employee ${employee}.`;
        return { text, json: { id, employeeId: employee ?? null } };
      }),
    );

  user
    .command('deactivate')
    .description('deactivate a user, which ends all sessions within one second everywhere')
    .addOption(userOption())
    .action(
      shell.withServices(IdentityModule, async (services, { user }: { user: string }) => {
        const { id } = await changeUser(services, user, { active: false });
        return { text: `User ${id} is deactivated.`, json: { id, active: false } };
      }),
    );

  user
    .command('reactivate')
    .description('let a deactivated user act again; earlier sessions stay ended')
    .addOption(userOption())
    .action(
      shell.withServices(IdentityModule, async (services, { user }: { user: string }) => {
        const { id } = await changeUser(services, user, { active: true });
        return { text: `User ${id} is active.`, json: { id, active: true } };
      }),
    );
}

async function changeUser(
  services: Services,
  idOrEmail: string,
  change: UserChange,
): Promise<Readonly<UserState>> {
  const { id, companyId } = await services.get(OperatorQueries).user(idOrEmail);
  return services.get(UsersService).update(operatorOf(companyId), id, change);
}

interface LinkOptions {
  readonly user: string;
  readonly employee?: string;
}

function linkState({ employeeId, firmAt }: UserLinkSummary): string {
  if (employeeId === null) return 'to be confirmed';
  return firmAt && firmAt.getTime() <= Date.now() ? 'firm' : 'new';
}

function roleOption(): Option {
  return new Option('--role <role>', 'role of the user in the company').choices(ROLES).makeOptionMandatory();
}
