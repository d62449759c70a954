import { InvalidArgumentError, type Command } from 'commander';
import { OperatorQueries } from '../../../identity/index.js';
import { companyOption, id } from '../../../platform/cli/arguments.js';
import { details, listing } from '../../../platform/cli/listing.js';
import type { Shell } from '../../../platform/cli/shell.js';
import { operatorOf } from '../../../shared-kernel/actor.js';
import { emailIssues } from '../../../shared-kernel/email.js';
import { wordsIssues } from '../../../shared-kernel/text.js';
import { requireOneKey, type PersonKey } from '../../index.js';
import { LegalHoldResponse } from '../application/legal-hold.response.js';
import { LegalHoldsService } from '../application/legal-holds.service.js';
import { HOLD_LIMITS, MAX_HOLDS, type LegalHold } from '../domain/legal-hold.js';
import { LegalHoldsModule } from '../holds.module.js';

interface CompanyOptions {
  readonly company: string;
}

interface PlaceOptions extends CompanyOptions, PersonKey {
  readonly reason: string;
}

const COLUMNS = {
  ID: ({ id: holdId }: ShownHold) => holdId,
  HOLDS: ({ holds }: ShownHold) => holds,
  EMPLOYEES: ({ employeeIds }: ShownHold) => employeeIds.join(', '),
  USERS: ({ userIds }: ShownHold) => userIds.join(', '),
  REASON: ({ reason }: ShownHold) => reason,
  PLACED: ({ placedAt }: ShownHold) => placedAt,
};

interface ShownHold extends LegalHoldResponse {
  readonly holds: 'company' | 'person';
}

/** `wes legal-hold …` */
export function registerLegalHoldCommands(legalHold: Command, shell: Shell): void {
  legalHold
    .command('place')
    .description('hold a person, or the whole company if none is given; one that is held gets the new reason')
    .addOption(companyOption())
    .option('--external-id <id>', 'external id of the person')
    .option('--email <email>', 'e-mail address of the person', emailArgument)
    .option('--person-id <id>', 'id of an employee or user of the person')
    .requiredOption('--reason <text>', 'why the data is kept', reasonArgument)
    .action(
      shell.withServices(LegalHoldsModule, async (services, options: PlaceOptions) => {
        const { company, reason, externalId, email, personId } = options;
        const actor = operatorOf(await services.get(OperatorQueries).companyId(company));
        const isOfCompany = [externalId, email, personId].every((given) => given === undefined);
        const key = isOfCompany ? undefined : { externalId, email, personId };
        if (key) requireOneKey(key);
        return details(shown(await services.get(LegalHoldsService).place(actor, { key, reason })), COLUMNS);
      }),
    );

  legalHold
    .command('list')
    .description('list the legal holds of a company')
    .addOption(companyOption())
    .action(
      shell.withServices(LegalHoldsModule, async (services, { company }: CompanyOptions) => {
        const companyId = await services.get(OperatorQueries).companyId(company);
        const holds = await services.get(LegalHoldsService).list(companyId);
        return listing(holds.map(shown), MAX_HOLDS + 1, COLUMNS);
      }),
    );

  legalHold
    .command('lift')
    .description('lift a legal hold: the data may be erased again')
    .addOption(companyOption())
    .requiredOption('--id <id>', 'id of the hold', id)
    .action(
      shell.withServices(
        LegalHoldsModule,
        async (services, options: CompanyOptions & { readonly id: string }) => {
          const actor = operatorOf(await services.get(OperatorQueries).companyId(options.company));
          return details(shown(await services.get(LegalHoldsService).lift(actor, options.id)), COLUMNS);
        },
      ),
    );
}

function shown(hold: LegalHold): ShownHold {
  return Object.assign(LegalHoldResponse.from(hold), {
    holds: hold.person ? ('person' as const) : ('company' as const),
  });
}

function emailArgument(text: string): string {
  if (emailIssues(text).length > 0) throw new InvalidArgumentError('It must be an e-mail address.');
  return text;
}

function reasonArgument(text: string): string {
  const [issue] = wordsIssues(text, HOLD_LIMITS.reason);
  if (issue) throw new InvalidArgumentError(`It ${issue.message}.`);
  return text;
}
