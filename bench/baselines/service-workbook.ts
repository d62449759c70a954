import { becomeWriter } from './become-writer.js';

const WRITER = new URL(
  '../../dist/src/action-plans/exports/infrastructure/workbook/xlsx-workbook-writer.js',
  import.meta.url,
);

const { XlsxWorkbookWriter } = (await import(
  WRITER.href
)) as typeof import('../../src/action-plans/exports/infrastructure/workbook/xlsx-workbook-writer.js');

/** The built writer of the service, with its thread. */
const writer = new XlsxWorkbookWriter();

becomeWriter((plan, path) => writer.write(plan, { language: 'en', timeZone: 'UTC' }, path));
