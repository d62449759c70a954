import type { ProcessingReport } from './processing-report.js';

const PERIODS = {
  leaversMonths: ['People who have left', 'months'],
  timesheetsYears: ['Timesheets', 'years'],
  closedPlansYears: ['Closed plans', 'years'],
  auditDays: ['Audit records', 'days'],
} as const;

/** The record of processing as a page. */
export function reportMarkdown(report: ProcessingReport): string {
  return [
    `# Record of processing activities: ${inline(report.company.name)}`,
    `Article 30 GDPR. Company ${report.company.id}, written ${report.at.toISOString()} from the catalogue ` +
      'of the service and the settings of the company. The names of the controller and of its data ' +
      'protection officer are added by the company.',
    '## Activities',
    ...report.activities.flatMap(({ purpose, description, people, data }) => [
      `### ${purpose}`,
      `Purpose: ${description}`,
      `People: ${people.join('; ')}.`,
      table(
        ['Data', 'Holds', 'Kept', 'Given by', 'Erased by'],
        data.map(({ place, holds, kept, access, erasure }) => [`\`${place}\``, holds, kept, access, erasure]),
      ),
    ]),
    '## Recipients',
    ...recipients(report),
    '## Transfers to third countries',
    'The service sends data to nobody but the recipients above and the systems that the operator has set: the ' +
      'database, the store of files, the server for mails and the receiver of traces. In which countries these are, ' +
      'and on which ground of Articles 44 to 49 GDPR data goes there, is added by the company and its operator.',
    '## Periods',
    ...periods(report),
    '## Measures',
    report.measures.map((measure) => `- ${measure}`).join('\n'),
  ].join('\n\n');
}

function recipients({ webhooks, apiKeys, mails, exports }: ProcessingReport): string[] {
  const ofWebhooks = webhooks.map(({ host, types }) => [inline(host), types.join(', ')]);
  const ofKeys = apiKeys.map(({ name, scopes }) => [inline(name), scopes.join(', ')]);
  return [
    'Systems with an API key:',
    ofKeys.length === 0 ? 'None.' : table(['Key', 'Scopes'], ofKeys),
    'Receivers of webhooks, whose messages have ids only:',
    ofWebhooks.length === 0 ? 'None.' : table(['Receiver', 'Types'], ofWebhooks),
    `Mails: ${mails}`,
    `Exports: ${exports}`,
  ];
}

function periods({ retention, operatorDays, isCompanyHeld, heldPeople }: ProcessingReport): string[] {
  const ofCompany = (Object.keys(PERIODS) as (keyof typeof PERIODS)[]).map((name) => {
    const [what, unit] = PERIODS[name];
    const length = retention[name];
    return [what, length === undefined ? 'no period is set' : `${length} ${unit}`];
  });
  const ofOperator = Object.entries(operatorDays).map(([name, days]) => [`\`${name}\``, `${days} days`]);
  const held = isCompanyHeld ? 'The company is under a legal hold: nothing is removed.' : '';
  return [
    table(['Period', 'Length'], [...ofCompany, ...ofOperator]),
    `${held} People under a legal hold: ${heldPeople}.`.trim(),
  ];
}

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, headings.map(() => '---'), ...rows];
  return lines
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}

/** Names are written by people: they are no markup. */
function inline(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').replace(/[\\`*_[\]<>#]/g, '\\$&');
}
