import { writeFile } from 'node:fs/promises';
import { becomeWriter } from './become-writer.js';

const WRITER = new URL(
  '../../dist/modules/src/action-plans/exports/infrastructure/workbook/xlsx-workbook-writer.js',
  import.meta.url,
);

const { XlsxWorkbookWriter } = (await import(
  WRITER.href
)) as typeof import('../../src/action-plans/exports/infrastructure/workbook/xlsx-workbook-writer.js');

/** The built writer of the service, with its thread. */
const writer = new XlsxWorkbookWriter();

becomeWriter(async (plan, path) =>
  writeFile(path, await writer.write(plan, { language: 'en', timeZone: 'UTC' })),
);
