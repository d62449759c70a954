import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DefaultTheme } from 'vitepress';
import { resourcePages } from '../../scripts/site/resources.js';

/** Source folder of the site. */
export const DOCS = join(import.meta.dirname, '..');

interface Part {
  readonly text: string;
  /** Shown on the first page. */
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
    pages: [["Managers' app", 'guide/managers-app.md']],
  },
  {
    text: 'HR system',
    details: 'The first sync of the staff list, and the nightly run.',
    pages: [['HR system', 'guide/hr-system.md']],
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
      ['Observability', 'observability.md'],
      ['PostgreSQL', 'postgresql.md'],
      ['Capacity', 'capacity.md'],
      ['Security', 'security.md'],
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
  pages: [
    ['Paging', 'guide/paging.md'],
    ['Sending a request again', 'guide/idempotency.md'],
    ['Conditional requests', 'guide/conditional-requests.md'],
    ['Change feed', 'guide/change-feed.md'],
    ['Error codes', 'reference/errors.md'],
    ['Limits', 'limits.md'],
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
  return pages
    .filter(([, file]) => existsSync(join(DOCS, file)))
    .map(([text, file]) => ({ text, link: pathOf(file) }));
}

export function sidebar(): DefaultTheme.SidebarItem[] {
  const resources = resourcePages().map(({ title, file }) => ({ text: title, link: pathOf(file) }));
  return [
    ...READERS.map((part) => ({ text: part.text, items: itemsOf(part) })),
    { text: 'Reference', items: resources },
    { text: CONCEPTS.text, items: itemsOf(CONCEPTS) },
    { text: CONTRIBUTORS.text, collapsed: true, items: itemsOf(CONTRIBUTORS) },
  ].filter(({ items }) => items.length > 0);
}

/** The boxes of the first page: one per reader, and the reference. */
export function features(): { title: string; details: string; link: string }[] {
  const readers = READERS.flatMap((part) => {
    const [first] = itemsOf(part);
    return first ? [{ title: part.text, details: part.details ?? '', link: first.link }] : [];
  });
  const [resource] = resourcePages();
  if (!resource) return readers;
  const details = 'Every operation with a request and its answer.';
  return [...readers, { title: 'Reference', details, link: pathOf(resource.file) }];
}
