import { InvalidArgumentError, type Command } from 'commander';
import { OperatorQueries } from '../../../identity/index.js';
import { companyOption } from '../../../platform/cli/arguments.js';
import { confirm } from '../../../platform/cli/confirm.js';
import type { Outcome } from '../../../platform/cli/output.js';
import type { Services, Shell } from '../../../platform/cli/shell.js';
import { operatorOf } from '../../../shared-kernel/actor.js';
import type { PersonalCounts } from '../../../shared-kernel/personal-data.js';
import { filledTextIssues } from '../../../shared-kernel/text.js';
import { personKeyOf } from '../../index.js';
import { ErasureWork } from '../application/erasure-work.js';
import { ErasuresService } from '../application/erasures.service.js';
import { ERASURE_REASON_LIMITS } from '../domain/erasure.js';
import { ErasureNotConfirmed } from '../domain/erasure.errors.js';
import { ErasureOperationsModule } from '../erasure.module.js';

interface EraseOptions {
  readonly company: string;
  readonly person: string;
  readonly reason: string;
  readonly keepTimesheets?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

const HELP = `
The person is named by an external id, by an e-mail address (with its @), or by the id of an employee or user after id:,
as in id:665f1c2ab7e4d90012ab3411, where several people have or had the key. Everything about the person is gone when the
command ends; it can be repeated after any interruption. The reason is kept: without the name of the person.`;

/** `wes person erase` */
export function registerPersonEraseCommand(person: Command, shell: Shell): void {
  person
    .command('erase')
    .description('erase a person, or count what would go')
    .addOption(companyOption())
    .requiredOption('--person <key>', 'external id, e-mail address, or id:ID')
    .requiredOption('--reason <text>', 'the reason, for the ledger', reason)
    .option('--keep-timesheets', 'working times stay under a pseudonym')
    .option('--dry-run', 'count only')
    .option('--yes', 'do not ask')
    .addHelpText('after', HELP)
    .action(shell.withServices(ErasureOperationsModule, erase));
}

async function erase(services: Services, options: EraseOptions): Promise<Outcome> {
  const companyId = await services.get(OperatorQueries).companyId(options.company);
  const service = services.get(ErasuresService);
  const key = personKeyOf(options.person);
  const counts = await service.counts(companyId, key);
  if (options.dryRun) return { text: textOf(counts), json: { companyId, counts } };
  const isSure = options.yes ?? (await confirm(`${textOf(counts)}\nErase all of this for ever? [y/N] `));
  if (!isSure) throw new ErasureNotConfirmed();
  const wanted = { reason: options.reason, keepTimesheets: options.keepTimesheets ?? false };
  const erasureId = await service.request(operatorOf(companyId), key, wanted);
  const notAnalyzed = await services.get(ErasureWork).run(companyId, new AbortController().signal);
  return {
    text: erasureId,
    json: { id: erasureId, companyId, counts, ...(notAnalyzed.length > 0 && { notAnalyzed }) },
    note: [`Erased: ${textOf(counts)}`, ...(notAnalyzed.length > 0 ? [analyzeNote(notAnalyzed)] : [])].join(
      '\n',
    ),
  };
}

function analyzeNote(tables: readonly string[]): string {
  return (
    'Warning: the role of DATABASE_URL could not analyze tables, so statistics of the database may have values of the ' +
    `person until autovacuum does. Let their owner run: ANALYZE ${tables.join(', ')};`
  );
}

function textOf(counts: PersonalCounts): string {
  const kinds = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`);
  return kinds.length === 0 ? 'nothing but working times of others' : kinds.join(', ');
}

function reason(text: string): string {
  const [issue] = filledTextIssues(text, ERASURE_REASON_LIMITS);
  if (issue) throw new InvalidArgumentError(issue.message);
  return text;
}
