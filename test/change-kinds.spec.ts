import { readFileSync } from 'node:fs';
import { endpoints } from '../scripts/site/document.js';
import { CHANGE_KINDS, KEY_KINDS, SESSION_KINDS } from '../src/changes/index.js';

/** Operations of the feed with their kinds. */
const OPERATIONS = [
  ['listChanges', KEY_KINDS],
  ['listCompanyChanges', SESSION_KINDS],
] as const;

describe('the kinds of the change feed', () => {
  it('keep their places, which cursors have: new ones come last', () => {
    const first = ['employee', 'timesheet', 'deletedTimesheet', 'area', 'group', 'characteristic', 'plan'];
    expect(CHANGE_KINDS.slice(0, 8)).toEqual([...first, 'template']);
  });

  it.each(OPERATIONS)('are in the description of %s', (operationId, kinds) => {
    const found = endpoints.find(({ operation }) => operation.operationId === operationId);
    const text = (found?.operation.description ?? '').toLowerCase();
    expect(kinds.filter((kind) => !text.includes(kind.toLowerCase()))).toEqual([]);
  });

  it('are in the section of the contract', () => {
    const section = /^## Changes$(.+?)^## /ms.exec(readFileSync('docs/contract.md', 'utf8'))?.[1] ?? '';
    expect(CHANGE_KINDS.filter((kind) => !section.includes(`\`${kind}\``))).toEqual([]);
  });
});
