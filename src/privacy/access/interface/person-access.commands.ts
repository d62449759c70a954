import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { unzipSync } from 'fflate';
import { OperatorQueries } from '../../../identity/index.js';
import { companyOption } from '../../../platform/cli/arguments.js';
import type { Outcome } from '../../../platform/cli/output.js';
import type { Services, Shell } from '../../../platform/cli/shell.js';
import { personKeyOf } from '../../index.js';
import { OperatorAccess } from '../application/operator-access.js';
import { AccessOperationsModule } from '../access.module.js';

interface AccessOptions {
  readonly company: string;
  readonly person: string;
  readonly out: string;
}

const HELP = `
The person is named by an external id, by an e-mail address (with its @), or by the id of an employee or user after id:,
where several people have or had the key. The folder, which only the account of the command may read where it is new,
gets the files of the archive, and the archive itself as person.zip; files of the same names are replaced.`;

/** `wes person access` */
export function registerPersonAccessCommand(person: Command, shell: Shell): void {
  person
    .command('access')
    .description('write everything about a person into a folder')
    .addOption(companyOption())
    .requiredOption('--person <key>', 'external id or e-mail address')
    .requiredOption('--out <folder>', 'the folder, which is made if it is missing')
    .addHelpText('after', HELP)
    .action(shell.withServices(AccessOperationsModule, access));
}

async function access(services: Services, { company, person, out }: AccessOptions): Promise<Outcome> {
  const companyId = await services.get(OperatorQueries).companyId(company);
  const key = personKeyOf(person);
  const { content, counts } = await services.get(OperatorAccess).archive(companyId, key);
  const files = { ...unzipSync(content), 'person.zip': content };
  for (const [name, bytes] of Object.entries(files)) {
    await mkdir(dirname(join(out, name)), { recursive: true, mode: 0o700 });
    await writeFile(join(out, name), bytes, { mode: 0o600 });
  }
  const kinds = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`);
  return {
    text: join(out, 'person.zip'),
    json: { companyId, counts, files: Object.keys(files).sort() },
    note: `Written: ${kinds.join(', ') || 'no records'}`,
  };
}
