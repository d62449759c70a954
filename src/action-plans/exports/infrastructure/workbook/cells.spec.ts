import { link, number, percent, text, time } from './cells.js';
import { MAX_CELL_LENGTH } from './cut-text.js';

const BLANK = { t: 'z', z: 'text' };

describe('text', () => {
  it('is a text in the format of texts unless another is given', () => {
    expect(text('007')).toEqual({ t: 's', v: '007', z: 'text' });
    expect(text('Title', 'title')).toEqual({ t: 's', v: 'Title', z: 'title' });
  });

  it.each([undefined, ''])('is a blank cell with the look of a text for %j', (value) => {
    expect(text(value, 'title')).toEqual(BLANK);
  });

  it.each([
    ['a\r\nb\rc\nd', 'a\nb\nc\nd'],
    ['\r\n\r\n', '\n\n'],
    ['a\tb', 'a\tb'],
    ['\0\x01\x08\x0b\x0c\x0e\x1f\ufffe\uffff', '\ufffd'.repeat(9)],
    ['half \ud800', 'half \ufffd'],
    ['_x0041_', '_x005F_x0041_'],
    ['_X00aF__x0041_', '_x005F_X00aF__x005F_x0041_'],
    ['_x004_ _x00412_ _x004G_ x0041_', '_x004_ _x00412_ _x004G_ x0041_'],
  ])('of %j is stored as %j', (value, stored) => {
    expect(text(value).v).toBe(stored);
  });

  it('is cut where it is too long with its escapes', () => {
    // Fits exactly: an escape adds six characters.
    const fitting = `_x0041_${'a'.repeat(MAX_CELL_LENGTH - 13)}`;
    expect(text(fitting).v).toBe(`_x005F_x0041_${'a'.repeat(MAX_CELL_LENGTH - 13)}`);
    const stored = text(`${fitting}a`).v as string;
    expect(stored).toBe(`_x005F_x0041_${'a'.repeat(MAX_CELL_LENGTH - 14)}…`);
    const many = text('_x0041_'.repeat(5_000)).v as string;
    expect(many).toMatch(/^(_x005F_x0041_)+.{0,6}…$/);
    expect(many.length).toBeLessThanOrEqual(MAX_CELL_LENGTH);
  });
});

describe('number', () => {
  it.each([0, -1.5, 1e300])('is a number: %d', (value) => {
    expect(number(value)).toEqual({ t: 'n', v: value, z: 'number' });
  });

  it.each([Infinity, -Infinity, NaN])('is a text where a cell has no such number: %d', (value) => {
    expect(number(value)).toEqual({ t: 's', v: String(value), z: 'text' });
  });

  it('is blank when there is none', () => {
    expect(number(undefined)).toEqual(BLANK);
  });
});

describe('percent', () => {
  it.each([
    [0, 0],
    [33, 0.33],
    [100, 1],
  ])('of %d is %d', (value, share) => {
    expect(percent(value)).toEqual({ t: 'n', v: share, z: 'percent' });
  });
});

describe('time', () => {
  const HOUR_MS = 3_600_000;

  it.each([
    ['1900-03-01T00:00:00.000Z', 61],
    ['1970-01-01T00:00:00.000Z', 25_569],
    ['2026-03-01T06:00:00.000Z', 46_082.25],
    ['9999-12-31T00:00:00.000Z', 2_958_465],
  ])('of %s is the day %d of Excel', (value, serial) => {
    expect(time(value, 'moment')).toEqual({ t: 'n', v: serial, z: 'moment' });
  });

  it('is shown in a zone by the offset of that', () => {
    expect(time('2026-03-01T06:00Z', 'date', -6 * HOUR_MS)).toEqual({
      t: 'n',
      v: 46_082,
      z: 'date',
    });
    expect(time('1900-02-28T23:00Z', 'date', HOUR_MS)).toEqual({ t: 'n', v: 61, z: 'date' });
  });

  it.each(['1900-02-28T23:59:59.999Z', '0001-01-01T00:00:00.000Z', '+010000-01-01T00:00:00.000Z'])(
    'is a text where Excel has no such date: %s',
    (value) => {
      expect(time(value, 'date')).toEqual({ t: 's', v: value, z: 'text' });
    },
  );

  it('is a number up to the last millisecond that Excel has', () => {
    expect(time('9999-12-31T23:59:59.999Z', 'date').t).toBe('n');
    expect(time('9999-12-31T23:59:59.999Z', 'date', HOUR_MS).t).toBe('s');
  });

  it('is blank when there is none', () => {
    expect(time(undefined, 'date')).toEqual(BLANK);
  });
});

describe('link', () => {
  it('keeps the cell and gives it the look of a link', () => {
    const target = { Target: '#Summary!A1' };
    expect(link(text('Back'), '#Summary!A1')).toEqual({ t: 's', v: 'Back', z: 'link', l: target });
    expect(link(number(1), '#Summary!A1')).toEqual({ t: 'n', v: 1, z: 'linkedNumber', l: target });
  });
});
