import { FileStorage } from '../../../src/platform/storage/file-storage.js';
import { PLANS } from '../../support/builders/plan.js';
import { eventually } from '../../support/eventually.js';
import { ExportFixture, idIn, type Caller } from '../../support/exports.js';
import { S3Server } from '../../support/s3-server.js';

describe('a store of files that does not answer', () => {
  it('is named as the cause, for downloads and for lists of employees', async () => {
    const store = await S3Server.start();
    const fixture = await ExportFixture.open({ settings: store.environment });
    const owner = await fixture.caller();
    const { link } = await fixture.deliver(owner, await fixture.plan(owner));
    await store.stop();
    const hr = await fixture.app.integration(['employees:sync']);
    const answers = [
      await fixture.app.anonymous().get(link),
      await hr.post('/api/v1/public/company/employees/syncs?source=hr', [{ externalId: 'a' }]),
    ];
    for (const { status, headers, body } of answers) {
      expect([status, headers.get('retry-after'), body.errorCode]).toEqual([503, '2', 'STORAGE_UNAVAILABLE']);
      expect(body.detail).toBe('The store of files does not answer; try again.');
    }
    await fixture.close();
  });
});

describe.each(['a folder', 'an S3-compatible store'])(
  'the link of an export whose file is in %s',
  (place) => {
    let store: S3Server | undefined;
    let fixture: ExportFixture;
    let owner: Caller;

    beforeAll(async () => {
      store = place === 'a folder' ? undefined : await S3Server.start();
      fixture = await ExportFixture.open({ settings: store?.environment ?? {} });
      owner = await fixture.caller();
    });
    afterAll(() => fixture.close());
    afterAll(() => store?.stop());

    const sizeOf = (location: string): Promise<number | undefined> =>
      fixture.app.app.get(FileStorage).sizeOf(`exports/${idIn(location)}.xlsx`);

    it('gives the workbook to anyone who has it, any number of times, under a name in any script', async () => {
      const { link } = await fixture.deliver(owner, await fixture.plan(owner, { title: 'خطة "2026" 計画' }));
      for (let time = 0; time < 3; time++) {
        const response = await fixture.download(link);
        expect(response.status).toBe(200);
        expect(response.headers.get('content-type')).toBe(
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        );
        expect(response.headers.get('cache-control')).toBe('private, no-store');
        const disposition = response.headers.get('content-disposition')!;
        expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]+\.xlsx"; filename\*=UTF-8''/);
        expect(decodeURIComponent(disposition.split("UTF-8''")[1]!)).toMatch(
          /^خطة 2026 計画 \d{4}-\d\d-\d\d\.xlsx$/,
        );
        const body = new Uint8Array(await response.arrayBuffer());
        expect(String(body.length)).toBe(response.headers.get('content-length'));
        expect(Buffer.from(body.subarray(0, 2)).toString()).toBe('PK');
      }
    });

    it('works with parameters that a gateway has appended', async () => {
      const { link } = await fixture.deliver(owner, await fixture.plan(owner));
      expect((await fixture.download(`${link}?utm_source=mail&x[]=1`)).status).toBe(200);
    });

    it('answers HEAD and ranges', async () => {
      const { link } = await fixture.deliver(owner, await fixture.plan(owner));
      const whole = await fixture.download(link);
      const bytes = new Uint8Array(await whole.arrayBuffer());
      const etag = whole.headers.get('etag')!;

      const head = await fixture.download(link, { method: 'HEAD' });
      expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
        200,
        String(bytes.length),
        '',
      ]);

      const part = await fixture.download(link, { headers: { Range: 'bytes=10-19', 'If-Range': etag } });
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${bytes.length}`]);
      expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(10, 20));

      const end = await fixture.download(link, { headers: { Range: 'bytes=-5' } });
      expect(new Uint8Array(await end.arrayBuffer())).toEqual(bytes.slice(-5));

      const other = await fixture.download(link, {
        headers: { Range: 'bytes=10-19', 'If-Range': '"other"' },
      });
      expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, bytes.length]);

      const beyond = await fixture.download(link, { headers: { Range: `bytes=${bytes.length}-` } });
      expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`]);
      expect(beyond.headers.get('content-type')).toBe('application/problem+json');
    });

    it('is 404 when it is unknown or tampered with', async () => {
      const { link } = await fixture.deliver(owner, await fixture.plan(owner));
      const token = link.split('/').at(-1)!;
      const tampered = Array.from({ length: token.length }, (_, at) => {
        return token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
      });
      const others = [
        'x',
        `${token}A`,
        token.slice(1),
        token.toLowerCase(),
        `${token}%00`,
        encodeURIComponent(`' OR 1=1`),
      ];
      for (const wrong of [...tampered, ...others]) {
        const { status, body } = await fixture.app.anonymous().get(`/exports/${wrong}`);
        expect([wrong, status, body.errorCode]).toEqual([wrong, 404, 'EXPORT_LINK_NOT_FOUND']);
      }
    });

    it('is kept as a digest only', async () => {
      const { link } = await fixture.deliver(owner, await fixture.plan(owner));
      const token = link.split('/').at(-1)!;
      const rows = await fixture.app.sql(
        `SELECT e::text || l::text AS row FROM plan_export e
           JOIN plan_export_link l ON l.company_id = e.company_id WHERE e.company_id = $1`,
        [fixture.companyId],
      );
      expect(rows).not.toEqual([]);
      const raw = Buffer.from(token.slice(0, 43), 'base64url').toString('hex');
      for (const { row } of rows) {
        expect(row).not.toContain(token);
        expect(row).not.toContain(raw);
      }
    });

    it('ends with 410, and its file is removed', async () => {
      const { link, location } = await fixture.deliver(owner, await fixture.plan(owner));
      expect(await sizeOf(location)).toBeGreaterThan(0);
      await fixture.alter(location, 'expires_at = now()');
      const { status, body } = await fixture.app.anonymous().get(link);
      expect([status, body.errorCode]).toEqual([410, 'EXPORT_LINK_EXPIRED']);
      await eventually(async () => expect(await sizeOf(location)).toBeUndefined());
      await eventually(async () => expect(await fixture.record(location)).toMatchObject({ file_key: null }));
      expect((await fixture.app.anonymous().get(link)).status).toBe(410);
      expect((await owner.get(location)).body.status).toBe('SENT');
    });

    it('ends with 404 when the plan is deleted, and its file is removed', async () => {
      const planId = await fixture.plan(owner);
      const { link, location } = await fixture.deliver(owner, planId);
      expect((await owner.delete(`${PLANS}/${planId}`)).status).toBe(204);
      expect((await fixture.app.anonymous().get(link)).status).toBe(404);
      await eventually(async () => expect(await sizeOf(location)).toBeUndefined());
      await eventually(async () => expect(await fixture.record(location)).toBeUndefined());
    });

    it('is 404 when the file is not there', async () => {
      const { link, location } = await fixture.deliver(owner, await fixture.plan(owner));
      await fixture.alter(location, `file_key = 'exports/none.xlsx'`);
      expect((await fixture.app.anonymous().get(link)).status).toBe(404);
    });
  },
);

describe('the link of a person', () => {
  let fixture: ExportFixture;
  let owner: Caller;
  let admin: Caller;

  beforeAll(async () => {
    fixture = await ExportFixture.open();
    owner = await fixture.caller();
    admin = await fixture.caller('ADMIN');
  });
  afterAll(() => fixture.close());

  const answerTo = async (link: string) => {
    const { status, body } = await fixture.app.anonymous().get(link);
    return [status, body.errorCode];
  };
  const EXPIRED = [410, 'EXPORT_LINK_EXPIRED'];

  it('ends when the person is deactivated', async () => {
    const reader = await fixture.caller();
    const { link } = await fixture.deliver(reader, await fixture.plan(owner));
    expect((await fixture.download(link)).status).toBe(200);
    await fixture.app.identity.deactivateUser(reader.userId);
    expect(await answerTo(link)).toEqual(EXPIRED);
  });

  it('ends when the person is no company manager any more', async () => {
    const reader = await fixture.caller();
    const { link } = await fixture.deliver(reader, await fixture.plan(owner));
    await fixture.app.identity.setRole(reader.userId, 'EMPLOYEE');
    expect(await answerTo(link)).toEqual(EXPIRED);
  });

  it('does not work while the plan is private to another user', async () => {
    const planId = await fixture.plan(owner);
    const { link } = await fixture.deliver(admin, planId);
    const { link: linkOfOwner } = await fixture.deliver(owner, planId);
    await owner.patch(`${PLANS}/${planId}`, { visibility: 'PRIVATE' });
    expect(await answerTo(link)).toEqual(EXPIRED);
    expect((await fixture.download(linkOfOwner)).status).toBe(200);
    await owner.patch(`${PLANS}/${planId}`, { visibility: 'PUBLIC' });
    expect((await fixture.download(link)).status).toBe(200);
  });
});

describe('a link that does not work', () => {
  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
  const TITLE = 'Secret plan';
  let fixture: ExportFixture;
  let expired: string;
  const unknown = `/exports/${'A'.repeat(59)}`;

  beforeAll(async () => {
    fixture = await ExportFixture.open();
    const owner = await fixture.caller();
    const { link, location } = await fixture.deliver(owner, await fixture.plan(owner, { title: TITLE }));
    await fixture.expire(location);
    expired = link;
  });
  afterAll(() => fixture.close());

  const open = (link: string, headers: Record<string, string>) => fixture.download(link, { headers });

  it.each([
    ['', 'en', 'This link no longer works'],
    ['*', 'en', 'This link no longer works'],
    ['ja', 'en', 'This link no longer works'],
    ['en-GB,de;q=0.5', 'en', 'This link no longer works'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de', 'Dieser Link funktioniert nicht mehr'],
    ['es-MX', 'es', 'Este enlace ya no funciona'],
    ['ja,fr;q=0.5', 'fr', 'Ce lien ne fonctionne plus'],
    ['pt-BR', 'pt', 'Esta ligação já não funciona'],
    ['it', 'it', 'Questo link non funziona più'],
  ])('says so to people as a page; Accept-Language: %j', async (tags, language, title) => {
    const response = await open(expired, { Accept: BROWSER, 'Accept-Language': tags });
    expect(response.status).toBe(410);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-language')).toBe(language);
    const page = await response.text();
    expect(page).toContain(`<html lang="${language}">`);
    expect(page).toContain(`<h1>${title}</h1>`);
  });

  it('has a page of its own when it is unknown', async () => {
    const response = await open(unknown, { Accept: BROWSER, 'Accept-Language': 'de' });
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('<h1>Unter diesem Link gibt es nichts</h1>');
  });

  it.each(['*/*', 'application/json', 'application/problem+json', 'text/html;q=0.5,*/*', 'image/png', ''])(
    'says so to programs as a problem document; Accept: %j',
    async (accept) => {
      const { status, headers, body } = await fixture.app
        .anonymous()
        .get(expired, { headers: { Accept: accept } });
      expect([status, headers.get('content-type')]).toEqual([410, 'application/problem+json']);
      expect(body.detail).toBe(
        'This link has expired, or its user may not read the plan any more; ask for a new export.',
      );
      expect(body.errorCode).toBe('EXPORT_LINK_EXPIRED');
      expect(headers.get('vary')).toMatch(/Accept, Accept-Language/);
    },
  );

  it('shows no data on its page, and lets it load and run nothing', async () => {
    const response = await open(expired, { Accept: BROWSER });
    const policy = response.headers.get('content-security-policy')!;
    expect(policy).toMatch(/^default-src 'none';style-src 'sha256-[A-Za-z0-9+/=]{44}';/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('vary')).toMatch(/Accept, Accept-Language/);
    const page = await response.text();
    expect(page).not.toContain(TITLE);
    expect(page).not.toContain(expired.split('/').at(-1));
    expect(page).not.toMatch(/<script|<link|<img|href=|src=/);
  });

  it('answers HEAD without the page', async () => {
    const response = await fixture.download(expired, { method: 'HEAD', headers: { Accept: BROWSER } });
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      410,
      'text/html; charset=utf-8',
      '',
    ]);
  });
});

describe('EXPORT_LINK_TTL', () => {
  it('says how long links and files are kept', async () => {
    const fixture = await ExportFixture.open({ settings: { EXPORT_LINK_TTL: '1s' } });
    try {
      const owner = await fixture.caller();
      const { link } = await fixture.deliver(owner, await fixture.plan(owner));
      await eventually(async () => expect((await fixture.download(link)).status).toBe(410));
    } finally {
      await fixture.close();
    }
  });
});
