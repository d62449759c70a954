import { Option, type Command } from 'commander';
import { id } from '../../platform/cli/arguments.js';
import type { Shell } from '../../platform/cli/shell.js';
import { TimesheetCounters } from '../application/timesheet-counters.js';
import { TimesheetCountersQueries, type WrongCounter } from '../application/timesheet-counters.queries.js';
import { TimesheetCountersWrong } from '../domain/timesheet.errors.js';
import { TimesheetsModule } from '../timesheets.module.js';

interface CompanyOptions {
  readonly company?: string;
  readonly all?: true;
}

/** A million entries are looked at in seconds, and more of them may be there. */
const LIMITS = { statementTimeoutMs: 600_000 };

/** `wes timesheets …` */
export function registerTimesheetCommands(program: Command, shell: Shell): void {
  const timesheets = program.command('timesheets').description('look after the counters of timesheets');

  chooseCompany(timesheets.command('check'))
    .description('compare the counters of timesheets with what they count; ends with 1 where they differ')
    .action(
      shell.withServices(
        TimesheetsModule,
        async (services, options: CompanyOptions) => {
          const queries = services.get(TimesheetCountersQueries);
          const companies = companiesOf(program, options) ?? (await queries.companies());
          const wrong: WrongCounter[] = [];
          for (const company of companies) wrong.push(...(await queries.findWrong(company)));
          return {
            text: wrong.length === 0 ? 'The counters are right.' : wrong.map(lineOf).join('\n'),
            json: { companies: companies.length, wrong },
            ...(wrong.length > 0 && { refusal: new TimesheetCountersWrong(wrong.length) }),
          };
        },
        LIMITS,
      ),
    );

  chooseCompany(timesheets.command('rebuild'))
    .description('count the timesheets anew, while nobody writes to those of the company')
    .action(
      shell.withServices(
        TimesheetsModule,
        async (services, options: CompanyOptions) => {
          const [company] = companiesOf(program, options) ?? [];
          const companies = await services.get(TimesheetCounters).rebuild(company);
          const count = companies.length === 1 ? '1 company' : `${companies.length} companies`;
          return { text: `Counted the timesheets of ${count}.`, json: { companies } };
        },
        LIMITS,
      ),
    );
}

function chooseCompany(command: Command): Command {
  return command
    .option('--company <id>', 'id of the company', id)
    .addOption(new Option('--all', 'every company').conflicts('company'));
}

/** The one company that is named; undefined for all of them. */
function companiesOf(program: Command, { company, all }: CompanyOptions): string[] | undefined {
  if (company !== undefined) return [company];
  if (all) return undefined;
  return program.error("error: one of the options '--company <id>' and '--all' is required");
}

function lineOf({ companyId, list, email, counted, actual, wrongBlocks }: WrongCounter): string {
  const whose = email === null ? 'everybody' : email;
  const blocks = wrongBlocks === 1 ? '1 block' : `${wrongBlocks} blocks`;
  return `company ${companyId}, ${list} entries of ${whose}: counted ${counted}, there are ${actual}; ${blocks} wrong`;
}
