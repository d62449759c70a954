import type { Command } from 'commander';
import { OperatorQueries } from '../../../identity/index.js';
import { companyOption } from '../../../platform/cli/arguments.js';
import type { Outcome } from '../../../platform/cli/output.js';
import type { Shell } from '../../../platform/cli/shell.js';
import { table } from '../../../platform/cli/table.js';
import { RetentionPreview, type PreviewedRun } from '../application/retention-preview.js';
import { RetentionPreviewModule } from '../retention.module.js';

/** Ids that a preview shows of each kind. */
const SHOWN_IDS = 5;

/** `wes retention …` */
export function registerRetentionCommands(retention: Command, shell: Shell): void {
  retention
    .command('preview')
    .description('show what the next run will remove of a company, and remove nothing')
    .addOption(companyOption())
    .action(
      shell.withServices(RetentionPreviewModule, async (services, { company }: { company: string }) => {
        const companyId = await services.get(OperatorQueries).companyId(company);
        return shown(await services.get(RetentionPreview).next(companyId, SHOWN_IDS));
      }),
    );
}

function shown(run: PreviewedRun | undefined): Outcome {
  if (!run) return { text: 'Nothing is removed: the company has no retention.', json: { kinds: [] } };
  const { at, isCompanyHeld, kinds } = run;
  const rows = kinds.map(({ kind, before, count, firstIds }) => [
    kind,
    before.toISOString(),
    String(count),
    firstIds.join(', '),
  ]);
  const note = isCompanyHeld
    ? 'Nothing is removed: the company is under a legal hold.'
    : 'Nothing was removed. What is under a legal hold is not counted.';
  return {
    text: `Next run: ${at.toISOString()}\n\n${table(['KIND', 'BEFORE', 'NUMBER', 'FIRST IDS'], rows)}`,
    note,
    json: { at, isCompanyHeld, kinds },
  };
}
