import fc from 'fast-check';
import { EMPLOYEES } from '../../support/builders/employee.js';
import { SyncFixture, type Sync } from '../../support/sync-fixture.js';
import { TestApp } from '../../support/test-app.js';

const PEOPLE = 12;

/** The ends that pass without being allowed to, of so few people. */
const ALLOWED_ENDS = 5;

/** Forms of one list, as programs write it. */
const FORMS = {
  separator: [';', ',', '\t'],
  end: ['\n', '\r\n'],
  isQuoted: [true, false],
} as const;

interface Form {
  readonly separator: string;
  readonly end: string;
  readonly isQuoted: boolean;
}

function fileOf({ separator, end, isQuoted }: Form): string {
  const quoted = (cell: string): string => (isQuoted ? `"${cell}"` : cell);
  const rows = [
    ['Nr', 'Name', 'Mail', 'Start'],
    ...Array.from({ length: PEOPLE }, (_, at) => [
      ...[`00${at + 10}`, `Ana ${'ABCDEFGHIJKL'[at]}`, `p${at}@example.com`, `2020-01-${at + 10}`],
    ]),
  ];
  return rows.map((row) => row.map(quoted).join(separator) + end).join('');
}

/** A damage may pass where it is about one person; more are asked about. */
describe('a damaged file', () => {
  let app: TestApp;
  let fixture: SyncFixture;

  beforeAll(async () => {
    app = await TestApp.start();
    fixture = await SyncFixture.open(app);
    const columns = { Nr: 'externalId', Name: 'name', Mail: 'email', Start: 'profile.Start' };
    await fixture.hr.put(`${EMPLOYEES}/sources/hr`, { columns });
    const sync = await fixture.settled(
      await fixture.post(undefined, '?source=hr&apply=true', {
        raw: fileOf({ separator: ';', end: '\n', isQuoted: false }),
        headers: { 'Content-Type': 'text/csv' },
      }),
    );
    expect(sync).toMatchObject({ status: 'APPLIED', counts: { added: PEOPLE } });
  });
  afterAll(() => app.stop());

  /** The changes that would be made without a question; undefined where the file is refused or asked about. */
  async function changesOf(raw: Buffer): Promise<Sync['counts']> {
    const answer = await fixture.post(undefined, '?source=hr', {
      raw,
      headers: { 'Content-Type': 'text/csv' },
    });
    if (answer.status === 400) return undefined;
    const { status, counts } = await fixture.settled(answer);
    return status === 'READY' ? counts : undefined;
  }

  it('changes nothing where it is whole, in any form', async () => {
    for (const separator of FORMS.separator)
      for (const end of FORMS.end)
        for (const isQuoted of FORMS.isQuoted)
          expect(await changesOf(Buffer.from(fileOf({ separator, end, isQuoted })))).toMatchObject({
            ...{ added: 0, changed: 0, ended: 0, unchanged: PEOPLE },
          });
  });

  it('that is cut anywhere changes the person of its last row at most, and ends no more than a list may', async () => {
    const file = Buffer.from(fileOf({ separator: ';', end: '\r\n', isQuoted: false }));
    // Behind the sixth person the ends are few enough; each byte of the rows around is tried.
    const half = file.indexOf('0016');
    for (let at = half; at < half + 90; at++) {
      const counts = await changesOf(file.subarray(0, at));
      if (!counts) continue;
      // Many programs write no end behind the last row: its last cell may be cut unseen.
      expect([at, counts['added'], Number(counts['changed']) <= 1]).toEqual([at, 0, true]);
      expect(counts['ended']).toBeLessThanOrEqual(ALLOWED_ENDS);
    }
    for (const at of [1, 10, half - 40]) expect(await changesOf(file.subarray(0, at))).toBeUndefined();
  });

  it('with a byte that is changed is about one person, or asked about', async () => {
    const form = fc.record({
      separator: fc.constantFrom(...FORMS.separator),
      end: fc.constantFrom(...FORMS.end),
      isQuoted: fc.constantFrom(...FORMS.isQuoted),
    });
    const damage = fc.record({ form, at: fc.nat(2_000), byte: fc.integer({ min: 0, max: 255 }) });
    await fc.assert(
      fc.asyncProperty(damage, async ({ form: each, at, byte }) => {
        const file = Buffer.from(fileOf(each));
        file[at % file.length] = byte;
        const { added = 0, changed = 0, ended = 0 } = (await changesOf(file)) ?? {};
        expect([added <= 1, changed <= 1, ended <= 1]).toEqual([true, true, true]);
      }),
      { numRuns: 60 },
    );
  });
});
