import type { AddressInfo } from 'node:net';
import { Body, Controller, Get, Module, Param, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Registry } from 'prom-client';
import { API_TEXTS } from '../../../src/api-document.js';
import { ApiModule } from '../../../src/api.module.js';
import { Settings } from '../../../src/platform/config/settings.js';
import { configureHttp } from '../../../src/platform/http/configure-http.js';
import { Deprecated } from '../../../src/platform/http/deprecated.js';
import { HttpAdapter } from '../../../src/platform/http/http-adapter.js';
import { openApiDocument } from '../../../src/platform/http/openapi/document.js';
import { RequirePermission, type SessionPermission } from '../../../src/platform/http/permission.js';
import { createLogger } from '../../../src/platform/logging/logger.js';
import type { ApiClient } from '../../support/api-client.js';
import { NO_RATE_LIMITS } from '../../support/environment.js';
import { TestApp } from '../../support/test-app.js';

const COUNT_SHIFTS = {
  area: 'session',
  name: 'shifts:count',
  roles: ['MANAGER'],
} as const satisfies SessionPermission;
const SHIFTS = '/api/v1/company/teams';

/** Handlers with a permission and nothing else. */
@Controller('api/v1/company/teams')
class ShiftsController {
  @Get(':teamId/shifts')
  @RequirePermission(COUNT_SHIFTS)
  count(@Param('teamId') teamId: string): { count: number } {
    return { count: teamId.length };
  }

  @Get(':teamId/nights')
  @RequirePermission(COUNT_SHIFTS)
  @Deprecated({ since: '2027-01-01', sunset: '2028-01-01', instead: 'countShifts' })
  nights(): { count: number } {
    return { count: 1 };
  }

  @Post(':teamId/shifts')
  @RequirePermission(COUNT_SHIFTS)
  add(@Param('teamId') _teamId: string, @Body() _input: object): void {
    // nothing is answered
  }
}

@Module({ controllers: [ShiftsController] })
class ShiftsModule {}

describe('a handler that only returns a value', () => {
  let service: TestApp;
  let app: NestExpressApplication;
  let manager: ApiClient;
  let admin: ApiClient;

  beforeAll(async () => {
    service = await TestApp.start();
    const environment = { ...NO_RATE_LIMITS, NODE_ENV: 'test', LOG_LEVEL: 'silent', RATE_LIMIT: '20/1h' };
    const settings = Settings.from({
      ...environment,
      DATA_DIR: service.dataDir,
      METRICS_PORT: '0',
      DATABASE_URL: service.databaseUrl,
    });
    const logger = createLogger(settings);
    const api = ApiModule.for({ settings, databaseUrl: service.databaseUrl, isWorker: false }, logger);
    app = await NestFactory.create<NestExpressApplication>(
      { ...api, imports: [...(api.imports ?? []), ShiftsModule] },
      new HttpAdapter(settings.http, logger),
      { bodyParser: false, logger: false, abortOnError: false },
    );
    configureHttp(app, settings, logger, API_TEXTS);
    await app.listen(0, '127.0.0.1');
    const { port } = app.getHttpServer().address() as AddressInfo;
    const baseUrl = `http://127.0.0.1:${port}`;
    manager = (await service.user('MANAGER')).at(baseUrl);
    admin = (await service.user('ADMIN')).at(baseUrl);
  });
  afterAll(async () => {
    await app.close();
    await service.stop();
  });

  it('is answered with a tag that lets it be answered 304, and is not kept by caches', async () => {
    const { status, headers, text } = await manager.get(`${SHIFTS}/night/shifts`);
    expect([status, text]).toEqual([200, '{"count":5}']);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('private, no-store');
    const etag = headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    const again = await manager.get(`${SHIFTS}/night/shifts`, { headers: { 'If-None-Match': etag } });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
  });

  it.each([
    ['NUL', '%00'],
    ['a long text', 'x'.repeat(256)],
    ['many combining marks', '%CC%81'.repeat(31)],
    ['a control character', 'a%0Ab'],
  ])('is 404 for %s in the path', async (_, teamId) => {
    for (const answer of [
      await manager.get(`${SHIFTS}/${teamId}/shifts`),
      await manager.post(`${SHIFTS}/${teamId}/shifts`, {}),
    ]) {
      expect([answer.status, answer.body.errorCode]).toEqual([404, 'ROUTE_NOT_FOUND']);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('may return nothing, and reads a bounded body after the permission', async () => {
    const done = await manager.post(`${SHIFTS}/night/shifts`, {});
    expect([done.status, done.text, done.headers.get('cache-control')]).toEqual([
      201,
      '',
      'private, no-store',
    ]);
    const deep = `${'['.repeat(40)}${']'.repeat(40)}`;
    const refused = await manager.post(`${SHIFTS}/night/shifts`, undefined, { raw: deep });
    expect([refused.status, refused.body.errorCode]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    const json = { raw: deep, headers: { 'Content-Type': 'application/json' } };
    expect((await manager.post(`${SHIFTS}/night/shifts`, undefined, json)).body.errorCode).toBe(
      'BODY_TOO_COMPLEX',
    );
    expect((await admin.post(`${SHIFTS}/night/shifts`, undefined, json)).status).toBe(403);
  });

  it('is documented with its tag and its errors', () => {
    const { get } = openApiDocument(app, API_TEXTS).paths[`${SHIFTS}/{teamId}/shifts`]!;
    expect(Object.keys(get!.responses)).toEqual(expect.arrayContaining(['401', '403', '404', '429', '503']));
  });

  it('may be deprecated, which its answers and the document say', async () => {
    const { status, headers } = await manager.get(`${SHIFTS}/night/nights`);
    expect([status, headers.get('deprecation'), headers.get('sunset')]).toEqual([
      200,
      '@1798761600',
      'Sat, 01 Jan 2028 00:00:00 GMT',
    ]);
    expect((await manager.get(`${SHIFTS}/night/shifts`)).headers.has('deprecation')).toBe(false);
    const { paths } = openApiDocument(app, API_TEXTS);
    const { deprecated, description, responses, ...others } = paths[`${SHIFTS}/{teamId}/nights`]!.get!;
    expect([deprecated, description]).toEqual([
      true,
      'Deprecated since 2027-01-01: use `countShifts`. It works until 2028-01-01 at least.',
    ]);
    expect(Object.keys((responses['200'] as { headers: object }).headers)).toEqual(
      expect.arrayContaining(['Deprecation', 'Sunset']),
    );
    expect(Object.keys(others)).not.toContain('x-deprecation');
    expect(paths[`${SHIFTS}/{teamId}/shifts`]!.get!.deprecated).toBeUndefined();
  });

  it('is not deprecated for less than 12 months', () => {
    const days = { since: '2027-01-31', sunset: '2028-01-30', instead: 'countShifts' };
    expect(() => Deprecated(days)).toThrow('The sunset 2028-01-30 is not 12 months after 2027-01-31.');
    expect(() => Deprecated({ ...days, since: 'soon' })).toThrow('12 months');
  });

  it('is measured by its route', async () => {
    await manager.get(`${SHIFTS}/night/shifts`);
    const metrics = await app.get(Registry, { strict: false }).metrics();
    expect(metrics).toContain(`route="${SHIFTS}/:teamId/shifts",status="2xx"`);
  });

  it('counts against the limit of the credential', async () => {
    let last = await manager.get(`${SHIFTS}/night/shifts`);
    expect(last.headers.get('ratelimit-policy')).toBe('"default";q=20;w=3600');
    for (let round = 0; round < 20; round++) last = await manager.get(`${SHIFTS}/night/shifts`);
    expect([last.status, last.body.errorCode]).toEqual([429, 'TOO_MANY_REQUESTS']);
  });
});
