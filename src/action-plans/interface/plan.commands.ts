import type { Command } from 'commander';
import { OperatorQueries } from '../../identity/index.js';
import {
  companyOption,
  id,
  limitOption,
  optionalUserOption,
  userOption,
} from '../../platform/cli/arguments.js';
import { listing } from '../../platform/cli/listing.js';
import type { Shell } from '../../platform/cli/shell.js';
import { ActionPlansModule } from '../action-plans.module.js';
import { ActionPlansService } from '../application/action-plans.service.js';
import { DeletedPlansService } from '../application/deleted-plans.service.js';
import { OperatorPlansQueries } from '../application/operator-plans.queries.js';

interface ListOptions {
  readonly company: string;
  readonly creator?: string;
  readonly limit: number;
}

/** `wes plan …` */
export function registerPlanCommands(plan: Command, shell: Shell): void {
  plan
    .command('list')
    .description('list the plans of a company, private ones too')
    .addOption(companyOption())
    .addOption(optionalUserOption('--creator', 'their creator'))
    .addOption(limitOption())
    .action(
      shell.withServices(ActionPlansModule, async (services, { company, creator, limit }: ListOptions) => {
        const operator = services.get(OperatorQueries);
        const companyId = await operator.companyId(company);
        const createdBy = creator === undefined ? undefined : await operator.user(creator, companyId);
        const plans = await services.get(OperatorPlansQueries).list(companyId, limit, createdBy?.id);
        return listing(plans, limit, {
          ID: ({ id }) => id,
          TITLE: ({ title }) => title,
          VISIBILITY: ({ visibility }) => visibility,
          CREATOR: ({ createdBy }) => createdBy,
          NAME: ({ creatorName }) => creatorName,
          CREATED: ({ createdAt }) => createdAt,
        });
      }),
    );

  plan
    .command('transfer')
    .description('make another manager of the company the creator of a plan')
    .requiredOption('--plan <id>', 'id of the plan', id)
    .addOption(userOption('--to', 'the manager'))
    .action(
      shell.withServices(
        ActionPlansModule,
        async (services, { plan: planId, to }: { plan: string; to: string }) => {
          const companyId = await services.get(OperatorPlansQueries).companyOf(planId);
          const { id: createdBy } = await services.get(OperatorQueries).user(to, companyId);
          await services.get(ActionPlansService).transfer(companyId, planId, createdBy);
          return {
            text: `Plan ${planId} belongs to user ${createdBy} now.`,
            json: { id: planId, companyId, createdBy },
          };
        },
      ),
    );

  plan
    .command('restore')
    .description('restore a deleted plan with its actions and notes, within AUDIT_RETENTION')
    .requiredOption('--plan <id>', 'id of the plan', id)
    .action(
      shell.withServices(ActionPlansModule, async (services, { plan: planId }: { plan: string }) => {
        const { companyId } = await services.get(DeletedPlansService).restore(planId);
        return { text: `Plan ${planId} is restored.`, json: { id: planId, companyId } };
      }),
    );
}
