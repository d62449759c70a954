import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstPage } from '../../docs/.vitepress/pages.js';
import { endpoints, PROJECT, resolve, type Response } from './document.js';
import { page } from './markdown.js';
import { resourceFile, resourcePages, type SitePage } from './resources.js';

/** The pages that are generated from other files of the repository. */
export function generatedPages(): SitePage[] {
  return [
    ...resourcePages(),
    { title: 'Workforce Engagement Service', file: 'index.md', content: firstPage },
    { title: 'Limits', file: 'reference/limits.md', content: limitsPage },
    { title: 'Error codes', file: 'reference/errors.md', content: errorsPage },
    { title: 'Settings', file: 'reference/settings.md', content: settingsPage },
    { title: 'Examples', file: 'reference/examples.md', content: examplesPage },
    { title: 'Changelog', file: 'reference/changelog.md', content: changelogPage },
  ];
}

function read(file: string): string {
  return readFileSync(join(PROJECT, file), 'utf8');
}

/** The table of `docs/errors.md` with a heading per code, and the operations that answer it. */
function errorsPage(): string {
  const text = read('docs/errors.md');
  const rows = [...text.matchAll(/^\| `(\w+)` *\| (.+?) *\| (.+?) *\| (.+?) *\|$/gm)];
  const sections = rows.map(([, name = '', status = '', meaning = '', remedy = '']) =>
    page(
      `## \`${name}\` {#${name}}`,
      `Status ${status}. ${meaning}`,
      `**What to do:** ${remedy}`,
      answeredBy(name),
    ),
  );
  return page(text.slice(0, text.indexOf('\n| Code')).trimEnd(), ...sections);
}

/** Codes that most operations answer have no list. */
const MOST_LISTED = 20;

function answeredBy(errorCode: string): string {
  const found = endpoints.filter(({ operation }) =>
    Object.values(operation.responses).some((each) =>
      resolve<Response>(each)['x-error-codes']?.includes(errorCode),
    ),
  );
  if (found.length === 0 || found.length > MOST_LISTED) return '';
  const links = found.map(
    ({ operation }) =>
      `[${operation.summary}](../${resourceFile(operation.tags[0] ?? '')}#${operation.operationId})`,
  );
  return `Answered by: ${links.join(', ')}.`;
}

/** The limits that a client or an operator meets. */
function limitsPage(): string {
  const text = read('docs/limits.md');
  return text
    .slice(0, text.indexOf('\n## Constants of the code'))
    .replaceAll(/^`npm run limits`.*\n\n/gm, '')
    .replaceAll(/\]\((?=[\w.])(?![a-z]+:)/g, '](../');
}

/** A section per setting of `.env.example`. */
function settingsPage(): string {
  const settings = read('.env.example').matchAll(/((?:^# .*\n)+)(#?)([A-Z][A-Z0-9_]*)=(.*)$/gm);
  const sections = [...settings].map(([, comment = '', unset, name = '', value = '']) =>
    page(
      `## \`${name}\` {#${name}}`,
      comment.replaceAll(/^# /gm, '').trim(),
      unset === '#' || value === '' ? '' : `Default: \`${value}\``,
    ),
  );
  const intro =
    'Every setting is a variable of the environment. The service and its commands also read the file `.env` in their folder.';
  return page('# Settings', intro, ...sections);
}

function changelogPage(): string {
  return read('CHANGELOG.md').replaceAll(/\]\((?![a-z]+:|#)(?:docs\/)?/g, (start) =>
    start.endsWith('docs/') ? '](../' : '](../../',
  );
}

const EXAMPLES = [
  [
    'The nightly run',
    'Sends the staff of an HR system, and reads what has changed.',
    'packages/client/examples/nightly.ts',
  ],
  [
    'A page for managers',
    'Shows plans and changes them, in a browser.',
    'packages/client/examples/managers-app/app.js',
  ],
  ['Flows in Arazzo', 'Requests of a manager and of an HR system, for tools.', 'docs/flows.arazzo.yaml'],
] as const;

function examplesPage(): string {
  const sections = EXAMPLES.map(([title, details, file]) =>
    page(`## ${title}`, details, `\`\`\`${file.split('.').at(-1) ?? ''}\n${read(file).trimEnd()}\n\`\`\``),
  );
  return page('# Examples', 'The test suite runs all of them.', ...sections);
}
