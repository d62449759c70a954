import { changedPeriods, type Key, type KeyHolder } from './key-changes.js';

const MADE = new Date('2026-01-01');
const LEFT = new Date('2026-02-01');
const NOW = new Date('2026-03-01');

const address = (key: string): Key => ({ kind: 'email', key });
const number = (key: string): Key => ({ kind: 'externalId', key });

const holder = (keys: Key[], until: Date | null = null): KeyHolder => ({
  ...{ holderId: 'e', isUser: false },
  ...{ since: MADE, until, keys },
});
const had = (key: Key, until: Date): object => ({
  ...{ ...key, holderId: 'e', isUser: false },
  ...{ since: MADE, until },
});
const has = (key: Key): object => ({ ...had(key, NOW), since: NOW, until: null });

describe('the periods of keys', () => {
  it('do not change with the same keys', () => {
    const keys = [address('c@x'), number('1')];
    expect(changedPeriods(holder(keys), { until: null, keys }, NOW)).toEqual({ ended: [], begun: [] });
  });

  it('end and begin now where a key is replaced', () => {
    expect(changedPeriods(holder([address('c@x')]), { until: null, keys: [address('d@x')] }, NOW)).toEqual({
      ended: [had(address('c@x'), NOW)],
      begun: [has(address('d@x'))],
    });
  });

  it('begin now where there was no key', () => {
    expect(changedPeriods(holder([]), { until: null, keys: [address('c@x')] }, NOW)).toEqual({
      ...{ ended: [], begun: [has(address('c@x'))] },
    });
  });

  it('keep keys of another kind apart', () => {
    expect(changedPeriods(holder([address('1')]), { until: null, keys: [number('1')] }, NOW)).toEqual({
      ended: [had(address('1'), NOW)],
      begun: [has(number('1'))],
    });
  });

  it('ended with the employment, and begin again with a revival', () => {
    const keys = [address('c@x'), number('1')];
    expect(changedPeriods(holder(keys, LEFT), { until: null, keys }, NOW)).toEqual({
      ended: keys.map((key) => had(key, LEFT)),
      begun: keys.map(has),
    });
  });

  it('ended with the employment where one who has left loses a key', () => {
    expect(changedPeriods(holder([address('c@x')], LEFT), { until: LEFT, keys: [] }, NOW)).toEqual({
      ...{ ended: [had(address('c@x'), LEFT)], begun: [] },
    });
  });
});
