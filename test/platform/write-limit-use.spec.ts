import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { WriteLimitUse } from '../../src/platform/http/write-limit-use.js';
import { memoryLog } from '../support/memory-log.js';

describe('the use of WRITE_LIMIT', () => {
  const open = () => {
    const registry = new Registry();
    const { logger, lines } = memoryLog();
    const use = new WriteLimitUse({ uses: 1_000, windowS: 3_600 }, logger, registry);
    const add = (companyId: string, bytes: number, used: number, resetS = 100) =>
      use.add(companyId, { isExceeded: used > 1_000, remaining: Math.max(0, 1_000 - used), resetS }, bytes);
    const ratio = async () => (await registry.getMetricsAsJSON())[0]!.values[0]!.value;
    return { add, ratio, lines };
  };

  it('is that of the company that has used most, until its window ends', async () => {
    const { add, ratio } = open();
    expect(await ratio()).toBe(0);
    add('a', 100, 100);
    add('b', 300, 300, 0.1);
    add('a', 100, 200);
    expect(await ratio()).toBeCloseTo(0.3);
    await sleep(150);
    expect(await ratio()).toBe(0);
    add('a', 100, 300);
    expect(await ratio()).toBeCloseTo(0.3);
    add('a', 1_000, 1_300);
    expect(await ratio()).toBe(1);
  });

  it('names a company in the log once, when it has used more than 80 %', () => {
    const { add, lines } = open();
    add('a', 700, 700);
    add('b', 100, 800);
    expect(lines).toEqual([]);
    add('a', 200, 900);
    add('a', 50, 950);
    const line = { level: 'warn', companyId: 'a', msg: 'WRITE_LIMIT of a company is nearly used up' };
    expect(lines).toEqual([{ ...line, usedRatio: expect.closeTo(0.9) as number }]);
    add('c', 2_000, 2_000);
    expect(lines.slice(1)).toEqual([{ ...line, companyId: 'c', usedRatio: 1 }]);
  });
});
