import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Owner, PersonalTable } from '../src/shared-kernel/personal-tables.js';

const PAGE = 'docs/personal-data.md';
const CATALOGUE = 'dist/modules/src/privacy/processing/application/catalogue.js';

/** The contexts declare their classes by decorators with types, which only the build has. */
const { PERSONAL_TABLES } = (await import(join(process.cwd(), CATALOGUE))) as {
  readonly PERSONAL_TABLES: readonly PersonalTable[];
};

const cellOf = (owner: Owner): string => ('by' in owner ? `\`${owner.by}\`` : '–');

const rows = PERSONAL_TABLES.flatMap(({ table, columns, access, erasure }) =>
  Object.entries(columns).map(([column, holds]) =>
    [`\`${table}\``, `\`${column}\``, holds, cellOf(access), cellOf(erasure)].join(' | '),
  ),
);
const table = ['Table | Column | Holds | Access | Erasure', '--- | --- | --- | --- | ---', ...rows];

/** Replaces the table of `docs/personal-data.md`. */
const page = readFileSync(PAGE, 'utf8');
const lines = table.map((cells) => `| ${cells} |\n`).join('');
writeFileSync(
  PAGE,
  page.replace(/^\| Table [^]*?\n(?=\n)/m, () => lines),
);
