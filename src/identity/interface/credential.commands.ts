import { Option, type Command } from 'commander';
import {
  acceptedBy,
  companyOption,
  id,
  limitOption,
  listOf,
  optionalUserOption,
  userOption,
} from '../../platform/cli/arguments.js';
import { listing } from '../../platform/cli/listing.js';
import type { Shell } from '../../platform/cli/shell.js';
import { DEFAULT_SCOPES, operatorOf, SCOPE_MEANINGS, SCOPES, type Scope } from '../../shared-kernel/actor.js';
import { ApiKeysService } from '../application/api-keys.service.js';
import { IdentityQueries } from '../application/identity.queries.js';
import { OperatorQueries } from '../application/operator.queries.js';
import { SessionsService } from '../application/sessions.service.js';
import { checkName } from '../domain/identity.rules.js';
import { IdentityModule } from '../identity.module.js';
import { apiKeyOption, credentialNote, ttlOption } from './credential-options.js';

const WIDTH = Math.max(...SCOPES.map((scope) => scope.length)) + 2;

/** A line for each scope. */
const SCOPES_HELP = `\nScopes:\n${SCOPES.map(
  (scope) => `  ${scope.padEnd(WIDTH)}${SCOPE_MEANINGS[scope]}`,
).join('\n')}`;

interface NewApiKeyOptions {
  readonly company: string;
  readonly name: string;
  readonly scopes?: readonly Scope[];
  readonly ttl: number;
}

interface RevokeSessionOptions {
  readonly user?: string;
  readonly session?: string;
}

/** `wes session …` */
export function registerSessionCommands(session: Command, shell: Shell): void {
  session
    .command('issue')
    .description('issue a session; prints its id, which is shown this once')
    .addOption(userOption())
    .addOption(ttlOption('12h'))
    .action(
      shell.withServices(IdentityModule, async (services, { user, ttl }: { user: string; ttl: number }) => {
        const { id: userId, companyId } = await services.get(OperatorQueries).user(user);
        const issued = await services.get(SessionsService).issue(operatorOf(companyId), userId, ttl);
        const { sessionId, expiresAt } = issued;
        return { text: sessionId, note: credentialNote(expiresAt), json: { sessionId, userId, expiresAt } };
      }),
    );

  session
    .command('list')
    .description('list the sessions of a company, ended ones too, without their secrets')
    .addOption(companyOption())
    .addOption(limitOption())
    .action(
      shell.withServices(
        IdentityModule,
        async (services, { company, limit }: { company: string; limit: number }) => {
          const queries = services.get(OperatorQueries);
          const sessions = await queries.listSessions(await queries.companyId(company), limit);
          return listing(sessions, limit, {
            ID: ({ id }) => id,
            USER: ({ userId }) => userId,
            'E-MAIL': ({ email }) => email,
            STATE: ({ state }) => state,
            CREATED: ({ createdAt }) => createdAt,
            EXPIRES: ({ expiresAt }) => expiresAt,
            REVOKED: ({ revokedAt }) => revokedAt,
            'LAST USED': ({ lastUsedAt }) => lastUsedAt,
          });
        },
      ),
    );

  session
    .command('revoke')
    .description('revoke one session, or all sessions of a user, within one second everywhere')
    .addOption(optionalUserOption('--user', 'the user').conflicts('session'))
    .addOption(new Option('--session <id>', 'id of the session, as listed').argParser(id))
    .hook('preAction', (command) => {
      const { user, session } = command.opts<RevokeSessionOptions>();
      if (user === undefined && session === undefined)
        command.error('error: one of --user and --session is needed');
    })
    .action(
      shell.withServices(IdentityModule, async (services, { user, session }: RevokeSessionOptions) => {
        const [queries, sessions] = [services.get(OperatorQueries), services.get(SessionsService)];
        if (session !== undefined) {
          const { id, companyId } = await queries.session(session);
          const revoked = (await sessions.end(operatorOf(companyId), id)) ? 1 : 0;
          return { text: revokedText(revoked), json: { sessionId: session, revoked } };
        }
        const { id: userId, companyId } = await queries.user(user ?? '');
        const revoked = await sessions.endAll(operatorOf(companyId), userId);
        return { text: revokedText(revoked), json: { userId, revoked } };
      }),
    );
}

function revokedText(revoked: number): string {
  return `Revoked ${revoked} ${revoked === 1 ? 'session' : 'sessions'}.`;
}

/** `wes api-key …`, without `rotate`, which passes on what belongs to the key. */
export function registerApiKeyCommands(apiKey: Command, shell: Shell): void {
  apiKey
    .command('issue')
    .description('issue an API key; prints the key, which is shown this once')
    .addOption(companyOption())
    .requiredOption('--name <name>', 'name by which people know the key', acceptedBy(checkName))
    .option(
      '--scopes <list>',
      `scopes, separated by commas; ${DEFAULT_SCOPES.join(',')} when not given`,
      listOf(SCOPES),
    )
    .addOption(ttlOption('365d'))
    .addHelpText('after', SCOPES_HELP)
    .action(
      shell.withServices(IdentityModule, async (services, { company, ttl, ...rest }: NewApiKeyOptions) => {
        const companyId = await services.get(OperatorQueries).companyId(company);
        const input = { expiresAt: new Date(Date.now() + ttl), ...rest };
        const { key, apiKey } = await services.get(ApiKeysService).issue(operatorOf(companyId), input);
        const { id, name, scopes, expiresAt } = apiKey;
        return {
          text: key,
          note: credentialNote(expiresAt),
          json: { id, key, companyId, name, scopes, expiresAt },
        };
      }),
    );

  apiKey
    .command('list')
    .description('list the API keys of a company, the revoked ones too, without their secrets')
    .addOption(companyOption())
    .action(
      shell.withServices(IdentityModule, async (services, { company }: { company: string }) => {
        const companyId = await services.get(OperatorQueries).companyId(company);
        const keys = await services.get(IdentityQueries).listApiKeys(companyId);
        return listing(keys, Infinity, {
          ID: ({ id }) => id,
          NAME: ({ name }) => name,
          SCOPES: ({ scopes }) => scopes.join(','),
          CREATED: ({ createdAt }) => createdAt,
          EXPIRES: ({ expiresAt }) => expiresAt,
          REVOKED: ({ revokedAt }) => revokedAt,
          'LAST USED': ({ lastUsedAt }) => lastUsedAt,
        });
      }),
    );

  apiKey
    .command('revoke')
    .description('revoke an API key, within one second everywhere')
    .addOption(apiKeyOption())
    .action(
      shell.withServices(IdentityModule, async (services, { id }: { id: string }) => {
        const { companyId } = await services.get(OperatorQueries).apiKey(id);
        await services.get(ApiKeysService).revoke(operatorOf(companyId), id);
        return { text: `API key ${id} is revoked.`, json: { id } };
      }),
    );
}
