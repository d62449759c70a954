import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { leftOutBy } from './groups.js';

const ROOT = resolve(import.meta.dirname, '../../..');

const specs = ['src', 'test']
  .flatMap((folder) =>
    readdirSync(resolve(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      resolve(ROOT, folder, file),
    ),
  )
  .filter((path) => /[.](?:e2e-)?spec[.]ts$/.test(path));

const specsOf = (group?: string): string[] =>
  specs.filter((path) => !leftOutBy(group).some((pattern) => new RegExp(pattern).test(path)));

describe('the groups of --only', () => {
  it('have every spec file together, and none twice', () => {
    const [checks, programs] = [specsOf('checks'), specsOf('programs')];
    expect([...checks, ...programs].sort()).toEqual(specs.toSorted());
    expect(new Set([...checks, ...programs]).size).toBe(specs.length);
    expect(specsOf()).toEqual(specs);
  });

  it('are those that start programs and the others', () => {
    expect(specsOf('programs')).toContain(resolve(ROOT, 'test/process/start.spec.ts'));
    expect(specsOf('checks')).toContain(resolve(ROOT, 'test/architecture.spec.ts'));
  });

  it('are two', () => {
    expect(() => leftOutBy('all')).toThrow('--only takes checks or programs.');
  });
});
