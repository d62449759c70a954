import { becomeWriter } from '../harness/become-writer.js';

const WRITER = new URL(
  '../../dist/src/action-plans/exports/infrastructure/workbook/xlsx-workbook-writer.js',
  import.meta.url,
);

const { XlsxWorkbookWriter } = (await import(
  WRITER.href
)) as typeof import('../../src/action-plans/exports/infrastructure/workbook/xlsx-workbook-writer.js');

/** The writer of the service, as it is built, with the thread that it starts. */
const writer = new XlsxWorkbookWriter();

becomeWriter((plan, path) => writer.write(plan, 'en', path));
