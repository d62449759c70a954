import ExcelJS, { type Style } from 'exceljs';
import type { Range } from 'xlsx';
import { actionSheet } from '../../src/action-plans/exports/infrastructure/workbook/action-sheet.js';
import type { Cell } from '../../src/action-plans/exports/infrastructure/workbook/cells.js';
import { LABELS } from '../../src/action-plans/exports/infrastructure/workbook/labels.js';
import { Reader } from '../../src/action-plans/exports/infrastructure/workbook/reader.js';
import type { Sheet } from '../../src/action-plans/exports/infrastructure/workbook/sheet.js';
import { actionSheetName } from '../../src/action-plans/exports/infrastructure/workbook/sheet-names.js';
import type { StyleName } from '../../src/action-plans/exports/infrastructure/workbook/styles.js';
import { summarySheet } from '../../src/action-plans/exports/infrastructure/workbook/summary-sheet.js';
import { becomeWriter, type WriteWorkbook } from './become-writer.js';

const calibri = { name: 'Calibri', size: 11, family: 2, scheme: 'minor' } as const;
const border = { bottom: { style: 'thin', color: { argb: 'FFD0D7E2' } } } as const;
const fillOf = (argb: string): Style['fill'] => ({ type: 'pattern', pattern: 'solid', fgColor: { argb } });
const top = { vertical: 'top' } as const;
const wrapped = { ...top, wrapText: true } as const;
const figure = { border, font: calibri, alignment: { ...top, horizontal: 'left' } } as const;

const statusOf = (argb: string): Partial<Style> => ({
  numFmt: '@',
  font: calibri,
  fill: fillOf(argb),
  border,
  alignment: wrapped,
});
const DATE = 'mm\\/dd\\/yyyy';
const MOMENT = `${DATE}\\ hh:mm\\ AM/PM`;

const STYLES: Readonly<Record<StyleName, Partial<Style>>> = {
  text: { numFmt: '@', font: calibri, border, alignment: wrapped },
  paragraph: { numFmt: '@', font: calibri, alignment: wrapped },
  title: {
    numFmt: '@',
    font: { ...calibri, size: 16, bold: true, color: { argb: 'FF1F3864' } },
    alignment: wrapped,
  },
  heading: {
    numFmt: '@',
    font: { ...calibri, bold: true, color: { argb: 'FFFFFFFF' } },
    fill: fillOf('FF1F3864'),
    alignment: wrapped,
  },
  label: {
    numFmt: '@',
    font: { ...calibri, bold: true },
    fill: fillOf('FFE8EDF5'),
    border,
    alignment: wrapped,
  },
  link: {
    numFmt: '@',
    font: { ...calibri, underline: true, color: { argb: 'FF0563C1' } },
    border,
    alignment: wrapped,
  },
  linkedNumber: { ...figure, font: { ...calibri, underline: true, color: { argb: 'FF0563C1' } } },
  number: figure,
  percent: { ...figure, numFmt: '0%' },
  date: { ...figure, numFmt: DATE },
  moment: { ...figure, numFmt: MOMENT },
  overdue: { ...figure, numFmt: `${DATE}\\ "overdue"`, fill: fillOf('FFFFC7CE') },
  overdueMoment: { ...figure, numFmt: `${MOMENT}\\ "overdue"`, fill: fillOf('FFFFC7CE') },
  PENDING: statusOf('FFFFF2CC'),
  IN_PROGRESS: statusOf('FFDDEBF7'),
  COMPLETED: statusOf('FFC6EFCE'),
  CANCELLED: statusOf('FFEDEDED'),
  EXPIRED: statusOf('FFFFC7CE'),
};

/** The padding of a column that xlsx writes, in characters. */
const PADDING = 0.83203125;

/** The sheets of the service, written by the streaming writer of exceljs, one by one. */
const write: WriteWorkbook = async (plan, path) => {
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({
    filename: path,
    useStyles: true,
    useSharedStrings: false,
  });
  book.title = plan.title.defaultValue;
  const reader = new Reader({ language: 'en', timeZone: 'UTC' }, plan.names, new Date());
  const names = plan.actions.map(({ title }, index) =>
    actionSheetName(index + 1, reader.textOf(title), reader.label(LABELS.action)),
  );
  addSheet(book, summarySheet(plan, names, reader));
  plan.actions.forEach((action, index) => {
    addSheet(book, actionSheet(action, names[index] ?? '', reader));
  });
  await book.commit();
};

function addSheet(book: ExcelJS.stream.xlsx.WorkbookWriter, sheet: Sheet): void {
  const {
    '!data': rows,
    '!cols': columns = [],
    '!rows': heights = [],
    '!merges': merges = [],
    '!autofilter': filter,
  } = sheet.toWorksheet();
  const target = book.addWorksheet(sheet.name, {
    views: [{ state: 'frozen', ySplit: sheet.frozenRows, showGridLines: false }],
  });
  target.columns = columns.map(({ wch = 0 }) => ({ width: wch + PADDING }));
  for (const { s, e } of merges as readonly Range[]) target.mergeCells(s.r + 1, s.c + 1, e.r + 1, e.c + 1);
  rows.forEach((cells, index) => {
    const row = target.getRow(index + 1);
    const height = heights[index]?.hpt;
    if (height !== undefined) row.height = height;
    (cells as Cell[]).forEach((cell, column) => cell && put(row.getCell(column + 1), cell));
    row.commit();
  });
  if (filter) target.autoFilter = filter.ref;
  target.commit();
}

function put(target: ExcelJS.Cell, { v, z, l }: NonNullable<Cell>): void {
  target.style = STYLES[z as StyleName];
  if (l !== undefined) target.value = { text: String(v), hyperlink: l.Target };
  else if (v !== undefined) target.value = v;
}

becomeWriter(write);
