import { InvalidArgumentError, type Command } from 'commander';
import { OperatorQueries } from '../../identity/index.js';
import { companyOption } from '../../platform/cli/arguments.js';
import type { Outcome } from '../../platform/cli/output.js';
import { startProgressBar } from '../../platform/cli/progress-bar.js';
import type { Services, Shell } from '../../platform/cli/shell.js';
import { table } from '../../platform/cli/table.js';
import { fileCharsetOf } from '../../platform/csv/strict-decoder.js';
import { DomainError } from '../../shared-kernel/domain-error.js';
import type { EmployeeSyncResponse } from '../application/employee-sync.response.js';
import type { EmployeeSyncRowResponse } from '../application/employee-sync-row.response.js';
import { EmployeeSyncsQueries } from '../application/employee-syncs.queries.js';
import { SOURCE_LIMITS, EmployeeSourcesService, WorkbookReader } from '../../staff-files/index.js';
import { SyncRun } from '../application/sync-run.js';
import { SyncUploads } from '../application/sync.ports.js';
import { SyncColumnStore } from '../application/sync-column.store.js';
import { BAD_ROWS_RULES, SYNC_LISTS, type BadRowsRule, type SyncKey, type SyncList } from '../domain/sync.js';
import { SyncsRunModule } from '../syncs.module.js';
import { LocalList, type LocalUploads } from './local-lists.js';
import { problemsOf, writeRefusedRows, type ListedIssue } from './refused-rows.js';

interface RunOptions {
  readonly company: string;
  readonly source: string;
  readonly apply?: boolean;
  readonly allowEnd?: number;
  readonly allowRevive?: number;
  readonly allowKeyChanges?: number;
  readonly allowAdd?: number;
  readonly adopt?: boolean;
  readonly badRows?: BadRowsRule;
  readonly allowBad?: number;
  readonly refused?: string;
  readonly charset: string;
}

const HELP = `
FILE has the whole staff of the source in the form in which the API takes it: .json, .ndjson with a person in each
line, or .csv and .xlsx with the columns of the source. Without --apply nothing is changed: the changes are shown. Rows that are
not valid are written to FILE.refused.csv (or --refused), each with its problem.`;

/** People of each list who are shown as text. */
const SHOWN = 20;

/** People who are read at a time. */
const PAGE = 1_000;

/** `wes employee sync run` */
export function registerSyncRunCommand(sync: Command, shell: Shell): void {
  sync
    .command('run')
    .description('sync the staff of a source with a file; shows the changes, and makes them with --apply')
    .argument('<file>', 'a .json, .ndjson, .csv or .xlsx file')
    .addOption(companyOption())
    .requiredOption('--source <name>', 'name of the system whose whole staff the file has', sourceName)
    .option('--apply', 'make the changes where nothing is in the way')
    .option('--allow-end <count>', 'allow to end exactly so many people', wholeNumber)
    .option('--adopt', 'make people of no source, whom the file has, people of this source')
    .option('--allow-revive <count>', 'allow to bring back exactly so many people who have left', wholeNumber)
    .option('--allow-key-changes <count>', 'allow to change the keys of exactly so many people', wholeNumber)
    .option('--allow-add <count>', 'allow to add exactly so many people', wholeNumber)
    .option(
      '--bad-rows <rule>',
      'skip: leave bad rows out; refuse (the default): make no change then',
      badRowsRule,
    )
    .option('--allow-bad <count>', 'allow to leave out exactly so many bad rows', wholeNumber)
    .option('--refused <path>', 'where the rows that are not valid are written')
    .option('--charset <name>', 'of a CSV file, such as windows-1252 or iso-8859-15', charset, 'utf-8')
    .addHelpText('after', HELP)
    .action(
      shell.withServices(SyncsRunModule, async (services, file: string, options: RunOptions) => {
        const companyId = await services.get(OperatorQueries).companyId(options.company);
        return run(services, companyId, await LocalList.of(file, options.charset), options);
      }),
    );
}

async function run(
  services: Services,
  companyId: string,
  list: LocalList,
  {
    source,
    apply = false,
    adopt = false,
    badRows,
    refused = `${list.path}.refused.csv`,
    ...allowed
  }: RunOptions,
): Promise<Outcome> {
  const queries = services.get(EmployeeSyncsQueries);
  const bar = startProgressBar();
  try {
    let read = 0;
    // A list is read twice.
    const onRead = (bytes: number): void =>
      bar.update((read += bytes) / (2 * list.bytes), { phase: 'comparing' });
    (services.get<unknown>(SyncUploads) as LocalUploads).use(list, onRead);
    const wanted = { source, skipsBadRows: badRows === 'skip', adopts: adopt, bytes: list.bytes };
    const key = { companyId, syncId: await services.get(SyncRun).previewed(companyId, wanted) };
    const previewed = await queries.get(key);
    const problems = problemsOf(await issuesOf(queries, key, previewed));
    if (problems.size > 0) {
      const columns = await services.get(SyncColumnStore).find(key);
      const stored = await services.get(EmployeeSourcesService).find({ companyId, source });
      await writeRefusedRows(refused, list, problems, {
        workbooks: services.get(WorkbookReader),
        headerLine: columns?.[0]?.line,
        sheet: stored?.sheet,
      });
    }
    const people = await tableOf(queries, key, previewed);
    const refusal = apply ? await applied(services, key, previewed, { allowed, bar }) : undefined;
    const result = await queries.get(key);
    return {
      text: [people, issueLines(previewed), summary(result)].filter(Boolean).join('\n\n'),
      json: Object.assign(
        { companyId },
        result,
        problems.size > 0 && { refused, refusedRows: problems.size },
      ),
      ...(problems.size > 0 && { note: `${problems.size} rows are not valid: see ${refused}.` }),
      ...(refusal && { refusal }),
    };
  } finally {
    bar.stop();
  }
}

/** @returns the reason for which the changes may not be made */
async function applied(
  services: Services,
  key: SyncKey,
  { counts }: EmployeeSyncResponse,
  {
    allowed,
    bar,
  }: {
    readonly allowed: Pick<
      RunOptions,
      'allowEnd' | 'allowRevive' | 'allowKeyChanges' | 'allowAdd' | 'allowBad'
    >;
    readonly bar: ReturnType<typeof startProgressBar>;
  },
): Promise<DomainError | undefined> {
  const { added = 0, changed = 0, ended = 0 } = counts ?? {};
  let done = 0;
  const onApplied = (people: number): void =>
    bar.update((done += people) / Math.max(1, added + changed + ended), { phase: 'applying' });
  try {
    const { allowEnd, allowRevive, allowKeyChanges, allowAdd, allowBad } = allowed;
    const numbers = { allowEnd, allowRevive, allowKeyChanges, allowAdd, allowBad };
    await services.get(SyncRun).applied(key, numbers, onApplied);
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

async function issuesOf(
  queries: EmployeeSyncsQueries,
  key: SyncKey,
  { issues = [], counts }: EmployeeSyncResponse,
): Promise<readonly ListedIssue[]> {
  const found: ListedIssue[] = [...issues];
  const bad = counts?.bad ?? 0;
  for (let from = 0; from < bad; from += PAGE)
    for (const row of await rowsOf(queries, key, 'skipped', { from, to: Math.min(bad, from + PAGE) }))
      found.push(...(row.issues ?? []));
  return found;
}

/** The people of the lists, or the beginning of each. */
async function tableOf(
  queries: EmployeeSyncsQueries,
  key: SyncKey,
  { counts }: EmployeeSyncResponse,
): Promise<string> {
  if (!counts) return '';
  const lines: string[][] = [];
  for (const list of SYNC_LISTS) {
    const rows = await rowsOf(queries, key, list, { from: 0, to: SHOWN });
    lines.push(...rows.map((row) => lineOf(list, row)));
    const count = counts[list] ?? 0;
    if (count > rows.length) lines.push([list, `… and ${count - rows.length} more`]);
  }
  return lines.length === 0 ? '' : table(['LIST', 'EXTERNAL ID', 'E-MAIL', 'CHANGES'], lines);
}

function lineOf(
  list: SyncList,
  { externalId, email, reason, changes, issues }: EmployeeSyncRowResponse,
): string[] {
  const problems = issues?.map(({ path, message }) => `${path.replace(/^\[\d+\]\.?/, '')} ${message}`.trim());
  const what = [...(reason ? [reason] : []), ...(problems ?? []), ...changes.filter(isShown).map(changeText)];
  return [list, externalId ?? '-', email ?? '-', what.join(', ') || '-'].map((cell) =>
    cell.replace(/[\s\p{Cc}]+/gu, ' '),
  );
}

/** The keys of new people have columns of their own. */
function isShown({ property, from }: EmployeeSyncRowResponse['changes'][number]): boolean {
  return from !== undefined || (property !== 'email' && property !== 'externalId');
}

function changeText(change: EmployeeSyncRowResponse['changes'][number]): string {
  const { property } = change;
  const textOf = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value));
  const [before, after] = [change.fromText ?? change.from, change.toText ?? change.to].map(textOf);
  return `${property} ${before} → ${after}`;
}

async function rowsOf(
  queries: EmployeeSyncsQueries,
  key: SyncKey,
  list: SyncList,
  window: { readonly from: number; readonly to: number },
): Promise<readonly EmployeeSyncRowResponse[]> {
  const { content } = await queries.rows(key, list, window);
  return (JSON.parse(content) as { readonly result: readonly EmployeeSyncRowResponse[] }).result;
}

/** The issues of a list that is refused. */
function issueLines({ issues = [] }: EmployeeSyncResponse): string {
  const shown = issues.slice(0, SHOWN).map(({ path, line, column, message }) => {
    const place = [
      ...(line === undefined ? [path] : [`line ${line}`]),
      ...(column === undefined ? [] : [column]),
    ];
    return `${place.filter(Boolean).join(', ')}: ${message}`.replace(/[\s\p{Cc}]+/gu, ' ');
  });
  const more = issues.length - shown.length;
  return [...shown, ...(more > 0 ? [`… and ${more} more`] : [])].join('\n');
}

function summary({ id, status, reason, counts, endsHeldBack }: EmployeeSyncResponse): string {
  const numbers = Object.entries(counts ?? {}).map(([name, count]) => `${count} ${name}`);
  const held = endsHeldBack ? ' Nobody is ended: it cannot be read whose rows some of the bad ones are.' : '';
  const state = `${status}${reason ? ` (${reason})` : ''}`;
  return `Sync ${id} is ${state}${numbers.length > 0 ? `: ${numbers.join(', ')}` : ''}.${held}`;
}

function sourceName(text: string): string {
  if (text.trim() !== '' && Array.from(text).length <= SOURCE_LIMITS.maxLength) return text;
  throw new InvalidArgumentError(`It must have 1 to ${SOURCE_LIMITS.maxLength} characters.`);
}

function charset(text: string): string {
  if (fileCharsetOf(text) !== undefined) return text;
  throw new InvalidArgumentError('It must be a charset of the Encoding Standard.');
}

function wholeNumber(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number.');
}

function badRowsRule(text: string): BadRowsRule {
  const rule = BAD_ROWS_RULES.find((known) => known === text);
  if (rule) return rule;
  throw new InvalidArgumentError(`It must be one of ${BAD_ROWS_RULES.join(', ')}.`);
}
