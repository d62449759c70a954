import { setTimeout as sleep } from 'node:timers/promises';
import { repeatFor } from './repeat-for.js';

describe('repeatFor', () => {
  it('loads once for all callers within the time, and again after it', async () => {
    let loads = 0;
    const read = repeatFor(50, () => Promise.resolve(++loads));
    expect(await Promise.all([read(), read()])).toEqual([1, 1]);
    expect(await read()).toBe(1);
    await sleep(60);
    expect(await read()).toBe(2);
  });
});
