import { dateTimeIssues, parseDateTime, parseDayOrMoment } from './date-time.js';

describe('parseDateTime', () => {
  it.each([
    ['29022024', '2024-02-29T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2024-02-29T23:59:59Z', '2024-02-29T23:59:59.000Z'],
    ['2024-02-29t10:00:00.1234567z', '2024-02-29T10:00:00.123Z'],
    ['2024-02-29T10:00:00.123Z', '2024-02-29T10:00:00.123Z'],
    ['2024-03-01T00:30:00+01:00', '2024-02-29T23:30:00.000Z'],
    ['2024-02-29 22:30:00.5-02:00', '2024-03-01T00:30:00.500Z'],
    ['2024-03-01T00:30:00 01:00', '2024-02-29T23:30:00.000Z'],
    ['1900-01-01', '1900-01-01T00:00:00.000Z'],
    ['2199-12-31T23:59:59.999Z', '2199-12-31T23:59:59.999Z'],
  ])('reads %s as %s', (text, expected) => {
    expect(parseDateTime(text)?.toISOString()).toBe(expected);
  });

  it.each([
    ...['', 'today', '31022026', '32012026', '2024-2-29', '2023-02-29', '2024-13-01', '20240229T100000Z'],
    ...['2024-02-30T00:00:00.000Z', '2024-02-29T24:00:00.000Z', 'Thu, 29 Feb 2024 10:00 Z'],
    ...['2024-02-30T00:00:00Z', '2024-02-29T24:00:00Z', '2024-02-29T10:60:00Z', '2024-02-29T10:00:60Z'],
    ...['2024-02-29T10:00:00', '2024-02-29T10:00Z', '2024-02-29T10:00:00.Z', '2024-02-29T10:00:00+24:00'],
    ...[
      '1899-12-31',
      '20100315',
      '1899-12-31T23:59:59.999Z',
      '2200-01-01T00:00:00.000Z',
      '1900-01-01T00:00:00+00:01',
      '2199-12-31T23:59:59-00:01',
      '+012024-01-01',
      ' 2024-02-29',
    ],
  ])('refuses %j', (text) => {
    expect(parseDateTime(text)).toBeUndefined();
    expect(dateTimeIssues(text)).toMatchObject([{ path: '', code: 'DATE_TIME' }]);
  });

  it('refuses what is not a text', () => {
    expect(dateTimeIssues(20240229)).toMatchObject([{ code: 'WRONG_TYPE' }]);
  });
});

describe('parseDayOrMoment', () => {
  it.each(['29022024', '2024-02-29'])('keeps the day of %s', (text) => {
    expect(parseDayOrMoment(text)).toEqual({ day: '2024-02-29' });
  });

  it.each(['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z', '2024-02-29t01:00:00+01:00'])(
    'takes %s for a moment',
    (text) => {
      expect(parseDayOrMoment(text)).toEqual({ moment: new Date('2024-02-29T00:00:00.000Z') });
    },
  );

  it('refuses what is neither', () => {
    expect(parseDayOrMoment('30022024')).toBeUndefined();
  });
});
