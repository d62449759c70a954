import { Option, type Command } from 'commander';
import { companyOption } from '../../../platform/cli/arguments.js';
import type { Shell } from '../../../platform/cli/shell.js';
import { ProcessingReportService } from '../application/processing-report.service.js';
import { reportMarkdown } from '../application/report-markdown.js';
import { ProcessingModule } from '../processing.module.js';

const FORMATS = ['markdown', 'json'] as const;

interface ReportOptions {
  readonly company: string;
  readonly format: (typeof FORMATS)[number];
}

/** `wes privacy …` */
export function registerPrivacyCommands(privacy: Command, shell: Shell): void {
  privacy
    .command('report')
    .description('print the record of processing activities of a company (GDPR, Article 30)')
    .addOption(companyOption())
    .addOption(new Option('--format <format>', 'form of the record').choices(FORMATS).default('markdown'))
    .action(
      shell.withServices(ProcessingModule, async (services, { company, format }: ReportOptions) => {
        const report = await services.get(ProcessingReportService).of(company);
        const text = format === 'json' ? JSON.stringify(report, undefined, 2) : reportMarkdown(report);
        return { text, json: report };
      }),
    );
}
