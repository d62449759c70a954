import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkContract } from '../scripts/contract-check.js';

interface Document {
  readonly paths: Record<string, object>;
}

const AUDIT = '/api/v1/company/audit';
const REMOVAL = { rule: 'path-removed', path: '#/paths/~1api~1v1~1company~1audit', reason: 'It has moved.' };

describe('npm run contract', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wes-contract-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const check = async (current: Document, accepted: readonly object[]): Promise<string[]> => {
    const files = { current: join(folder, 'openapi.json'), accepted: join(folder, 'accepted.json') };
    await writeFile(files.current, JSON.stringify(current));
    await writeFile(files.accepted, JSON.stringify(accepted));
    return checkContract({ released: 'openapi.json', ...files });
  };
  const document = (): Document => JSON.parse(readFileSync('openapi.json', 'utf8')) as Document;
  const withoutAudit = (): Document => {
    const { paths, ...rest } = document();
    const { [AUDIT]: _, ...others } = paths;
    return { ...rest, paths: others };
  };

  it('holds for the document since the last release', () => {
    const files = { released: 'releases/openapi.json', current: 'openapi.json' };
    expect(checkContract({ ...files, accepted: 'releases/accepted-changes.json' })).toEqual([]);
  });

  it('notices an operation that is gone, unless it is meant to be', async () => {
    expect(await check(withoutAudit(), [])).toEqual([
      `Breaking change (path-removed ${REMOVAL.path}): Path \`${AUDIT}\` was removed.`,
    ]);
    expect(await check(withoutAudit(), [REMOVAL])).toEqual([]);
  });

  it('notices a change that is accepted and not there', async () => {
    expect(await check(document(), [REMOVAL])).toEqual([
      `There is no such change: path-removed ${REMOVAL.path}`,
    ]);
  });
});
