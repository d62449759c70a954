import type { Command } from 'commander';
import { OperatorQueries } from '../../identity/index.js';
import { companyOption } from '../../platform/cli/arguments.js';
import { listing } from '../../platform/cli/listing.js';
import type { Outcome } from '../../platform/cli/output.js';
import type { Shell } from '../../platform/cli/shell.js';
import { ScimCheckQueries, type ScimCheck } from '../application/scim-check.queries.js';
import { MAX_SCIM_REQUESTS } from '../domain/scim.limits.js';
import { SCIM_PATH } from '../domain/scim-urns.js';
import { ScimOperationsModule } from '../scim.module.js';

type Request = ScimCheck['requests'][0];

const COLUMNS = {
  TIME: ({ at }: Request) => at,
  STATUS: ({ status }: Request) => String(status),
  MS: ({ durationMs }: Request) => String(durationMs),
  REQUEST: ({ request }: Request) => request,
  ID: ({ objectId }: Request) => objectId,
  DETAIL: ({ detail }: Request) => detail,
};

/** `wes scim …` */
export function registerScimCommands(scim: Command, shell: Shell): void {
  scim
    .command('check')
    .description(`show what a provider sees of a company, and its last ${MAX_SCIM_REQUESTS} requests`)
    .addOption(companyOption())
    .addHelpText('after', '\nFilters are shown without their values, and bodies not at all.')
    .action(
      shell.withServices(
        ScimOperationsModule,
        async (services, { company }: { readonly company: string }) => {
          const companyId = await services.get(OperatorQueries).companyId(company);
          return outcomeOf(await services.get(ScimCheckQueries).check(companyId));
        },
      ),
    );
}

function outcomeOf({ requests, ...seen }: ScimCheck): Outcome {
  const { text, json, note } = listing(requests, Infinity, COLUMNS);
  return {
    text: [...linesOf(seen), '', requests.length === 0 ? 'There was no request yet.' : text].join('\n'),
    json: { path: `/${SCIM_PATH}`, ...seen, requests: json },
    ...(note !== undefined && { note }),
  };
}

function linesOf({ people, users, groups, withoutEmail, keys }: Omit<ScimCheck, 'requests'>): string[] {
  const shown = `${people} people work for the company; SCIM has written ${users} users. There are ${groups} groups.`;
  const apart = `${withoutEmail} users have an address that is none, or that another person has.`;
  return [
    `The address is /${SCIM_PATH}`,
    ...(keys.length === 0 ? ['No valid key has the scope scim.'] : []),
    ...keys.map(({ id, name, expiresAt, lastUsedAt }) => {
      const used = lastUsedAt ? `last used ${lastUsedAt.toISOString()}` : 'not used yet';
      return `Key ${id} (${name}): ${used}, expires ${expiresAt.toISOString()}`;
    }),
    shown,
    ...(withoutEmail > 0 ? [apart] : []),
  ];
}
