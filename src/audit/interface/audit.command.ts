import { Module } from '@nestjs/common';
import type { Command } from 'commander';
import { IdentityModule, IdentityQueries, OperatorQueries } from '../../identity/index.js';
import { companyOption, dayOrMoment, limitOption, wordOf } from '../../platform/cli/arguments.js';
import { listing } from '../../platform/cli/listing.js';
import type { Shell } from '../../platform/cli/shell.js';
import { AUDIT_OPERATIONS } from '../../shared-kernel/audit-trail.js';
import type { AuditPageResponse } from '../application/audit-record.response.js';
import { AuditQueries } from '../application/audit.queries.js';
import type { AuditFilter } from '../domain/audit-filter.js';

const HELP = `
--json also shows the properties that changed, before and after, but for plans that are or were private, what is in
them, and private notes. Long texts are cut, and of large changes the properties are named.`;

/** The part of an operation before its point. */
const OBJECT_TYPES = [...new Set(AUDIT_OPERATIONS.map((operation) => operation.replace(/\..*/, '')))];

interface AuditOptions extends AuditFilter {
  readonly company: string;
  readonly limit: number;
}

@Module({ imports: [IdentityModule], providers: [AuditQueries] })
class AuditListModule {}

/** `wes audit` */
export function registerAuditCommand(audit: Command, shell: Shell): void {
  audit
    .addOption(companyOption())
    .option('--actor-id <id>', 'changes by this user, API key or account')
    .option('--object-type <type>', 'changes of objects of this type, like plan', wordOf(OBJECT_TYPES))
    .option('--object-id <id>', 'changes of this object')
    .option('--operation <name>', 'changes of this kind, like plan.delete', wordOf(AUDIT_OPERATIONS))
    .option('--since <time>', 'changes of this time or later: YYYY-MM-DD, ddMMyyyy or RFC 3339', dayOrMoment)
    .option('--until <time>', 'changes of this time or earlier; a date is the whole day (UTC)', dayOrMoment)
    .addOption(limitOption())
    .addHelpText('after', HELP)
    .action(
      shell.withServices(AuditListModule, async (services, { company, limit, ...filter }: AuditOptions) => {
        const companyId = await services.get(OperatorQueries).companyId(company);
        const page = { from: 0, to: limit };
        const { content } = await services.get(AuditQueries).list(companyId, page, filter);
        const { result } = JSON.parse(content) as AuditPageResponse;
        const users = new Set(result.flatMap(({ actorId }) => actorId ?? []));
        const names = await services.get(IdentityQueries).namesOf(companyId, [...users]);
        return listing(result, limit, {
          AT: ({ at }) => at,
          OPERATION: ({ operation }) => operation,
          OBJECT: ({ objectId }) => objectId,
          PLAN: ({ planId }) => planId,
          BY: ({ actorKind }) => actorKind,
          ACTOR: ({ actorId }) => actorId,
          NAME: ({ actorId }) => names[actorId ?? ''],
          CREDENTIAL: ({ credentialId }) => credentialId,
          ADDRESS: ({ address }) => address,
          REQUEST: ({ requestId }) => requestId,
        });
      }),
    );
}
