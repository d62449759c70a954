import { join } from 'node:path';
import type { DefaultTheme } from 'vitepress';
import { page } from '../../scripts/site/markdown.js';
import { resourcePages } from '../../scripts/site/resources.js';

/** Source folder of the site. */
export const DOCS = join(import.meta.dirname, '..');

interface Part {
  readonly text: string;
  /** A sentence for the first page. */
  readonly details?: string;
  /** Title and source file below `docs`, in order. */
  readonly pages: readonly (readonly [text: string, file: string])[];
}

/** The readers in order, each with the pages that are written for them. */
const READERS: readonly Part[] = [
  {
    text: 'Start',
    details: 'From a clone to a plan with its workbook in five minutes.',
    pages: [['First steps', 'guide/start.md']],
  },
  {
    text: "Managers' app",
    details: 'Plans, actions, notes and exports for a front end.',
    pages: [
      ["Managers' app", 'guide/managers-app.md'],
      ['Sign-in', 'guide/sign-in.md'],
      ['Reminders', 'guide/reminders.md'],
    ],
  },
  {
    text: 'HR system',
    details: 'The first sync of the staff list, and the nightly run.',
    pages: [
      ['HR system', 'guide/hr-system.md'],
      ['HR files', 'guide/hr-files.md'],
      ['A new company', 'guide/new-company.md'],
    ],
  },
  {
    text: 'Identity provider',
    details: 'People and groups from Microsoft Entra ID, Okta and others by SCIM.',
    pages: [
      ['Microsoft Entra ID', 'guide/entra.md'],
      ['Okta', 'guide/okta.md'],
    ],
  },
  {
    text: 'Catalogue',
    details: 'Announcement templates for all companies.',
    pages: [['Catalogue admin', 'guide/catalogue-admin.md']],
  },
  {
    text: 'Operator',
    details: 'Running, watching and growing the service.',
    pages: [
      ['Operation', 'operations.md'],
      ['Settings', 'reference/settings.md'],
      ['Command line', 'command-line.md'],
      ['Observability', 'observability.md'],
      ['PostgreSQL', 'postgresql.md'],
      ['Several servers', 'citus.md'],
      ['Capacity', 'capacity.md'],
      ['Security', 'security.md'],
      ['Foreign texts', 'foreign-texts.md'],
    ],
  },
  {
    text: 'Data protection',
    details: 'The personal data that is stored, for how long, and who sees it.',
    pages: [
      ['Data protection', 'guide/data-protection.md'],
      ['Personal data by column', 'personal-data.md'],
    ],
  },
];

const CONCEPTS: Part = {
  text: 'Concepts',
  details: 'Rules that hold for every operation.',
  pages: [
    ['Contract', 'contract.md'],
    ['Paging', 'guide/paging.md'],
    ['Sending a request again', 'guide/idempotency.md'],
    ['Conditional requests', 'guide/conditional-requests.md'],
    ['Change feed', 'guide/change-feed.md'],
    ['Webhooks', 'guide/webhooks.md'],
    ['Examples', 'reference/examples.md'],
    ['Error codes', 'reference/errors.md'],
    ['Limits', 'reference/limits.md'],
    ['Versions', 'versions.md'],
    ['Changelog', 'reference/changelog.md'],
  ],
};

const CONTRIBUTORS: Part = {
  text: 'For contributors',
  pages: [
    ['Decisions', 'adr/README.md'],
    ['Dependencies', 'dependencies.md'],
    ['Trust', 'trust.md'],
    ['Mutation testing', 'mutation-testing.md'],
  ],
};

/** The path of a page on the site: the guides are at its top. */
export function pathOf(file: string): string {
  return `/${file.replace(/^guide\//, '').replace(/(?:(?<=^|\/)(?:README|index))?\.md$/, '')}`;
}

function itemsOf({ pages }: Part): { text: string; link: string }[] {
  return pages.map(([text, file]) => ({ text, link: pathOf(file) }));
}

export function sidebar(): DefaultTheme.SidebarItem[] {
  const resources = resourcePages().map(({ title, file }) => ({ text: title, link: pathOf(file) }));
  return [
    ...READERS.map((part) => ({ text: part.text, items: itemsOf(part) })),
    { text: 'Reference', items: resources },
    { text: CONCEPTS.text, items: itemsOf(CONCEPTS) },
    { text: CONTRIBUTORS.text, items: itemsOf(CONTRIBUTORS) },
  ];
}

/** The first page: a line per reader with its pages. */
export function firstPage(): string {
  const lines = [...READERS, CONCEPTS].map(({ text, details, pages }) => {
    const links = pages.map(([title, file]) => `[${title}](${file})`);
    return `**${text}.** ${details ?? ''} ${links.join(' · ')}`;
  });
  const resources = resourcePages().map(({ title, file }) => `[${title}](${file})`);
  return page(
    '# Workforce Engagement Service',
    'Managers turn survey results into action plans, HR systems keep the staff list and read the changes, and an operator runs one service on PostgreSQL and Redis.',
    ...lines,
    `**Reference.** Every operation with a request and its answer. ${resources.join(' · ')}`,
  );
}
