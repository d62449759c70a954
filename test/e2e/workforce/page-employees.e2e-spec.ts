import { EMPLOYEES, employeeRecord, type Body } from '../../support/builders/employee.js';
import { TestApp } from '../../support/test-app.js';
import { issuesOf, WorkforceFixture } from '../../support/workforce-fixture.js';

/** An employee has at most this many bytes here; a page 8 MiB. */
const LARGE = 900_000;

describe('pages of GET /api/v1/public/company/employees', () => {
  let app: TestApp;
  let fixture: WorkforceFixture;

  beforeAll(async () => {
    app = await TestApp.start({ MAX_PAGE_SIZE: '50' });
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    fixture = await WorkforceFixture.open(app);
  });

  /** Imports people with these names; those after `left` are deleted. */
  const put = (names: string, left = '') =>
    fixture.import([
      ...Array.from(names, (name) => employeeRecord({ name, groupIds: [fixture.groups[0].id] })),
      ...Array.from(left, (name) => employeeRecord({ name, deleted: true })),
    ]);
  const page = async (query: string) => {
    const { status, body, headers } = await fixture.list(query);
    expect(status).toBe(200);
    const names = (body as Body[]).map(({ name }) => name).join('');
    return [names, headers.get('x-total-count')];
  };

  it('are windows of the whole list, in its order and form', async () => {
    await put('bdaecf', 'xy');
    const whole = await fixture.list();
    expect(whole.body).toHaveLength(6);
    expect((await fixture.list('?from=0&to=50')).text).toBe(whole.text);
    expect((await fixture.list('?from=1&to=3')).body).toEqual(whole.body.slice(1, 3));
    expect(await page('?from=4&to=50')).toEqual(['ef', '6']);
    expect(await page('?from=6&to=16')).toEqual(['', '6']);
    expect(await page('?from=2&to=2')).toEqual(['', '6']);
    expect(await page('?from=0&to=2&deleted=true')).toEqual(['xy', '2']);
  });

  it('begin and end where one of both is given, as those of other lists', async () => {
    await put('abcdefghijklmnopqrstuvwxyz');
    expect(await page('?to=2')).toEqual(['ab', '26']);
    expect(await page('?from=3')).toEqual(['defghij', '26']);
    expect(await page('?from=12')).toEqual(['mnopqrstuv', '26']);
    expect(await page('?from=&to=1')).toEqual(['a', '26']);
    expect((await page('?from=&to='))[1]).toBeNull();
  });

  it('have filters, whose matches are counted', async () => {
    await put('abcdef', 'x');
    const { groups, shift } = fixture;
    const profile = [{ id: shift.id, valueId: shift.allowedValues[0]!.id }];
    await fixture.import([employeeRecord({ name: 'p', externalId: 'P', profile, activated: false })]);
    expect(await page(`?from=1&to=3&groupId=${groups[0].id}`)).toEqual(['bc', '6']);
    expect(await page(`?to=3&profile=${shift.id}:${profile[0]!.valueId}`)).toEqual(['p', '1']);
    expect(await page(`?to=3&profile=${profile[0]!.valueId}&groupId=${groups[0].id}`)).toEqual(['', '0']);
    expect(await page('?from=5&to=7&activated=true')).toEqual(['f', '6']);
    expect(await page('?to=1&updatedSince=2020-01-01')).toEqual(['a', '7']);
    expect(await page('?to=1&externalId=P&externalId=Q')).toEqual(['p', '1']);
    expect(await page('?to=5&hierarchyId=unknown')).toEqual(['', '0']);
  });

  it('have a tag, which the whole list has not', async () => {
    await put('abc');
    const { headers } = await fixture.list('?to=2');
    const tag = headers.get('etag')!;
    expect(tag).toMatch(/^"[\w-]{43}"$/);
    const ask = (query: string) => fixture.hr.get(EMPLOYEES + query, { headers: { 'If-None-Match': tag } });
    const known = await ask('?to=2');
    expect([known.status, known.text, known.headers.get('x-total-count')]).toEqual([304, '', '3']);
    expect((await ask('?to=3')).status).toBe(200);
    await put('z');
    expect((await ask('?to=2')).headers.get('x-total-count')).toBe('4');
    await put('A');
    expect((await ask('?to=2')).status).toBe(200);
    const whole = await fixture.list();
    expect(['etag', 'link', 'x-total-count'].map((name) => whole.headers.get(name))).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('answer a HEAD like a GET, without the body', async () => {
    await put('abc');
    const [get, head] = [await fixture.list('?to=2'), await fixture.hr.request('HEAD', `${EMPLOYEES}?to=2`)];
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['etag', 'link', 'x-total-count', 'content-length'])
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
  });

  it('keep filters in their links, repeats and commas included', async () => {
    await put('abcd');
    const query = '?to=1&externalId=A%2CB&externalId=C&updatedSince=2020-01-01&activated=true';
    expect((await fixture.list(query)).headers.get('link')).toContain('rel="first"');
    const filtered = `?to=1&groupId=${fixture.groups[0].id}&updatedSince=2020-01-01`;
    const next = /<([^>]*)>; rel="next"/.exec((await fixture.list(filtered)).headers.get('link')!)![1]!;
    expect(await page(next)).toEqual(['b', '4']);
    expect((await fixture.list(query)).headers.get('link')).toContain('externalId=A%2CB&externalId=C');
  });

  it.each([
    ['from=-1', 'from', 'OUT_OF_RANGE'],
    ['from=x', 'from', 'WRONG_TYPE'],
    ['from=2&to=1', 'to', 'OUT_OF_RANGE'],
    ['to=51', 'to', 'PAGE_TOO_LARGE'],
    ['from=2147483648', 'from', 'OUT_OF_RANGE'],
    ['to=1&to=2', 'to', 'REPEATED'],
  ])('are refused with %s', async (query, path, code) => {
    const answer = await fixture.list(`?${query}`);
    expect([answer.status, issuesOf(answer)]).toEqual([400, [[path, code]]]);
  });

  it('have at most 8 MiB: a larger one is refused and names what fits', async () => {
    await put('abcdefghijk');
    await app.sql(
      `UPDATE employee SET document = (left(document::text, -1) || ',"role":"' || repeat('x', $2) || '"}')::json
       WHERE company_id = $1`,
      [fixture.companyId, LARGE],
    );
    const refused = await fixture.list('?from=1&to=11');
    expect([refused.status, refused.body.errorCode, refused.body.errors]).toEqual([
      400,
      'PAGE_TOO_LARGE',
      [{ path: 'to', code: 'PAGE_TOO_LARGE', message: 'must be at most 10: a page has at most 8 MiB' }],
    ]);
    const head = await fixture.hr.request('HEAD', `${EMPLOYEES}?from=1&to=10`);
    expect([head.status, Number(head.headers.get('content-length')) > 9 * LARGE]).toEqual([200, true]);
  });

  it('show nobody of another company', async () => {
    const other = await WorkforceFixture.open(app);
    await other.invited(other.full());
    expect(await page('?to=5')).toEqual(['', '0']);
    expect(await page('?to=5&updatedSince=2020-01-01')).toEqual(['', '0']);
  });
});
