import fc from 'fast-check';
import { fromSpreadsheetText, isErrorValue, toSpreadsheetText } from './spreadsheet-text.js';

describe('texts in cells of spreadsheets', () => {
  it.each([
    '=1+1',
    '+34 600',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    "'=1+1",
    "''@x",
    '#N/A',
    ' #NAME?',
    "'#NV",
  ])('are no formulas or errors: %j', (text) => {
    expect(toSpreadsheetText(text)).toBe(`'${text}`);
    expect(fromSpreadsheetText(toSpreadsheetText(text))).toBe(text);
  });

  it.each(['', "'", "'t Hart", 'Jo', '007', ' =1', '１'])('are left as they are: %j', (text) => {
    expect(toSpreadsheetText(text)).toBe(text);
    expect(fromSpreadsheetText(text)).toBe(text);
  });

  it.each(['#N/A', '#NV', '#NAME?', '#DIV/0!', '#¡VALOR!', '#ÜBERLAUF!', '#######', ' #REF! '])(
    'are errors of formulas: %j',
    (text) => {
      expect(isErrorValue(text)).toBe(true);
      expect(isErrorValue(toSpreadsheetText(text))).toBe(false);
    },
  );

  it.each(['#1', '# 1', '#hashtag', '#Team!', 'N/A', "'#N/A"])('are no errors: %j', (text) => {
    expect(isErrorValue(text)).toBe(false);
  });

  it('are read back where the spreadsheet has dropped the apostrophe', () => {
    expect(fromSpreadsheetText('=1+1')).toBe('=1+1');
  });

  it('are read back as they were', () => {
    const text = fc.stringMatching(/^['=+\-@\t\r\n]{0,4}[^]{0,5}$/);
    fc.assert(fc.property(text, (each) => fromSpreadsheetText(toSpreadsheetText(each)) === each));
  });
});
