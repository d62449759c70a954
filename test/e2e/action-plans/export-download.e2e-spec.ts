import { FileStorage } from '../../../src/platform/storage/file-storage.js';
import { PLANS } from '../../support/builders/plan.js';
import { eventually } from '../../support/eventually.js';
import { ExportScene, idIn, type Caller } from '../../support/exports.js';
import { S3Server } from '../../support/s3-server.js';

describe.each(['a folder', 'an S3-compatible store'])(
  'the link of an export whose file is in %s',
  (place) => {
    let store: S3Server | undefined;
    let scene: ExportScene;
    let owner: Caller;

    beforeAll(async () => {
      store = place === 'a folder' ? undefined : await S3Server.start();
      scene = await ExportScene.open({ settings: store?.environment ?? {} });
      owner = await scene.caller();
    });
    afterAll(() => scene.close());
    afterAll(() => store?.stop());

    const sizeOf = (location: string): Promise<number | undefined> =>
      scene.app.app.get(FileStorage).sizeOf(`exports/${idIn(location)}.xlsx`);

    it('gives the workbook to whoever has it, any number of times, under a name in any script', async () => {
      const { link } = await scene.deliver(owner, await scene.plan(owner, { title: 'خطة "2026" 計画' }));
      for (let time = 0; time < 3; time++) {
        const response = await scene.download(link);
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

    it('answers HEAD and ranges', async () => {
      const { link } = await scene.deliver(owner, await scene.plan(owner));
      const whole = await scene.download(link);
      const bytes = new Uint8Array(await whole.arrayBuffer());
      const etag = whole.headers.get('etag')!;

      const head = await scene.download(link, { method: 'HEAD' });
      expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
        200,
        String(bytes.length),
        '',
      ]);

      const part = await scene.download(link, { headers: { Range: 'bytes=10-19', 'If-Range': etag } });
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${bytes.length}`]);
      expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(10, 20));

      const end = await scene.download(link, { headers: { Range: 'bytes=-5' } });
      expect(new Uint8Array(await end.arrayBuffer())).toEqual(bytes.slice(-5));

      const other = await scene.download(link, { headers: { Range: 'bytes=10-19', 'If-Range': '"other"' } });
      expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, bytes.length]);

      const beyond = await scene.download(link, { headers: { Range: `bytes=${bytes.length}-` } });
      expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`]);
      expect(beyond.headers.get('content-type')).toBe('application/problem+json');
    });

    it('is 404 when it is unknown or tampered with', async () => {
      const { link } = await scene.deliver(owner, await scene.plan(owner));
      const token = link.split('/').at(-1)!;
      const tampered = Array.from({ length: token.length }, (_, at) => {
        return token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
      });
      // The last character of 43 carries two bits that decode to nothing, but the text is what counts.
      const others = [
        'x',
        `${token}A`,
        token.slice(1),
        token.toLowerCase(),
        `${token}%00`,
        encodeURIComponent(`' OR 1=1`),
      ];
      for (const wrong of [...tampered, ...others]) {
        const { status, body } = await scene.app.anonymous().get(`/exports/${wrong}`);
        expect([wrong, status, body.errorCode]).toEqual([wrong, 404, 'EXPORT_LINK_NOT_FOUND']);
      }
    });

    it('is kept as a digest only', async () => {
      const { link } = await scene.deliver(owner, await scene.plan(owner));
      const token = link.split('/').at(-1)!;
      const rows = await scene.app.sql(
        'SELECT plan_export::text || plan_export_link::text AS row FROM plan_export, plan_export_link',
      );
      const raw = Buffer.from(token, 'base64url').toString('hex');
      for (const { row } of rows) {
        expect(row).not.toContain(token);
        expect(row).not.toContain(raw);
      }
    });

    it('ends with 410, and its file is removed', async () => {
      const { link, location } = await scene.deliver(owner, await scene.plan(owner));
      expect(await sizeOf(location)).toBeGreaterThan(0);
      await scene.alter(location, 'expires_at = now()');
      const { status, body } = await scene.app.anonymous().get(link);
      expect([status, body.errorCode]).toEqual([410, 'EXPORT_LINK_EXPIRED']);
      await eventually(async () => expect(await sizeOf(location)).toBeUndefined());
      await eventually(async () => expect(await scene.record(location)).toMatchObject({ file_key: null }));
      expect((await scene.app.anonymous().get(link)).status).toBe(410);
      expect((await owner.get(location)).body.status).toBe('SENT');
    });

    it('ends with 404 when the plan is deleted, and its file is removed', async () => {
      const planId = await scene.plan(owner);
      const { link, location } = await scene.deliver(owner, planId);
      expect((await owner.delete(`${PLANS}/${planId}`)).status).toBe(204);
      expect((await scene.app.anonymous().get(link)).status).toBe(404);
      await eventually(async () => expect(await sizeOf(location)).toBeUndefined());
      await eventually(async () => expect(await scene.record(location)).toBeUndefined());
    });

    it('is 404 when the file is not there', async () => {
      const { link, location } = await scene.deliver(owner, await scene.plan(owner));
      await scene.alter(location, `file_key = 'exports/none.xlsx'`);
      expect((await scene.app.anonymous().get(link)).status).toBe(404);
    });
  },
);

describe('EXPORT_LINK_TTL', () => {
  it('says how long links and files are kept', async () => {
    const scene = await ExportScene.open({ settings: { EXPORT_LINK_TTL: '1s' } });
    try {
      const owner = await scene.caller();
      const { link } = await scene.deliver(owner, await scene.plan(owner));
      await eventually(async () => expect((await scene.download(link)).status).toBe(410), 5_000);
    } finally {
      await scene.close();
    }
  });
});
