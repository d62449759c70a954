import { changesBetween } from './changes.js';

const OBJECT = {
  id: '1',
  title: { defaultValue: 'A', langValues: { de: 'B' } },
  tags: ['x', 'y'],
  createdAt: new Date('2026-03-01T10:00:00Z'),
  updatedAt: '2026-03-01T10:00:00.000Z',
};

describe('changesBetween', () => {
  it('has the properties that differ, as JSON values', () => {
    const after = { ...OBJECT, tags: ['y', 'x'], createdAt: new Date('2026-03-02T10:00:00Z') };
    expect(changesBetween(OBJECT, after)).toEqual({
      before: { tags: ['x', 'y'], createdAt: '2026-03-01T10:00:00.000Z' },
      after: { tags: ['y', 'x'], createdAt: '2026-03-02T10:00:00.000Z' },
    });
  });

  it('leaves out a property where it is absent', () => {
    const [without, having] = [
      { id: '1', note: undefined },
      { id: '1', note: 'x' },
    ];
    expect(changesBetween(without, having)).toStrictEqual({ before: {}, after: { note: 'x' } });
    expect(changesBetween(having, without)).toStrictEqual({ before: { note: 'x' }, after: {} });
    expect(changesBetween(having, { id: '1', note: null })).toEqual({
      before: { note: 'x' },
      after: { note: null },
    });
  });

  it('is undefined when nothing differs but the order of properties and the time of the change', () => {
    const { id, title, ...more } = OBJECT;
    const same = {
      ...more,
      title: { langValues: title.langValues, defaultValue: 'A' },
      ...{ updatedAt: '2026-03-01T11:00:00.000Z', id },
    };
    expect(changesBetween(OBJECT, same)).toBeUndefined();
  });

  it('does not have the time of the change', () => {
    const before = { ...OBJECT, title: { defaultValue: 'A' } };
    const after = { ...OBJECT, title: { defaultValue: 'B' }, updatedAt: 'later' };
    expect(changesBetween(before, after)).toStrictEqual({
      before: { title: { defaultValue: 'A' } },
      after: { title: { defaultValue: 'B' } },
    });
  });

  it('has all properties of a new and of a deleted object, and none where there is no object', () => {
    const whole = { ...OBJECT, createdAt: '2026-03-01T10:00:00.000Z' };
    expect(changesBetween(undefined, OBJECT)).toStrictEqual({ after: whole });
    expect(changesBetween(OBJECT, undefined)).toStrictEqual({ before: whole });
    expect(changesBetween(undefined, undefined)).toStrictEqual({});
  });
});
