import { Controller, Get, Module, RequestMethod, type INestApplicationContext } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer, Reflector } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { CredentialGuard } from '../src/platform/http/credential.guard.js';
import { ACCESS_RULE, type AccessRule } from '../src/platform/http/permission.js';
import { SCIM_OPERATIONS } from './support/scim-operations.js';
import { TestApp } from './support/test-app.js';

interface Route {
  readonly name: string;
  readonly path: string;
  readonly method: string;
  readonly rule: AccessRule | undefined;
}

const PUBLIC_ROUTES = [
  ...['GET exports/:token', 'GET health', 'GET health/live', 'GET health/ready'],
  ...['GET personal-data/:token', 'GET reminders/:token'],
  ...['POST api/v1/company/sessions', 'POST api/v1/company/sessions/codes'],
  ...['POST api/v1/public/company/scim/oauth/token', 'POST reminders/:token'],
];

interface ControllerInstance {
  readonly metatype: unknown;
  readonly instance: object;
}

function controllersOf(app: INestApplicationContext): ControllerInstance[] {
  const modules = [...app.get(ModulesContainer, { strict: false }).values()];
  return modules.flatMap(({ controllers }) => [...controllers.values()] as ControllerInstance[]);
}

/** Every route of an application with the access rule of its handler. */
function routesOf(controllers: readonly ControllerInstance[]): Route[] {
  const scanner = new MetadataScanner();
  return controllers.flatMap(({ metatype, instance }) => {
    const prefixes = [Reflect.getMetadata(PATH_METADATA, metatype as object) as string | string[]].flat();
    const prototype = Object.getPrototypeOf(instance) as Record<string, object>;
    return scanner
      .getAllMethodNames(prototype)
      .map((name) => prototype[name]!)
      .filter((handler) => Reflect.hasMetadata(METHOD_METADATA, handler))
      .flatMap((handler) => {
        const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
        const rests = [Reflect.getMetadata(PATH_METADATA, handler) as string | string[]].flat();
        const paths = prefixes.flatMap((prefix) =>
          rests.map((rest) => [prefix, rest].join('/').replace(/\/+$/, '')),
        );
        const rule = Reflect.getMetadata(ACCESS_RULE, handler) as AccessRule | undefined;
        return paths.map((path) => ({
          name: `${method} ${path}`,
          path: path.replace(/:\w+/g, '0123456789abcdef01234567'),
          method,
          rule,
        }));
      });
  });
}

describe('every route', () => {
  let app: TestApp;
  let routes: Route[];

  beforeAll(async () => {
    app = await TestApp.start();
    routes = routesOf(controllersOf(app.app));
  });
  afterAll(() => app.stop());

  it('is found', () => {
    expect(routes.length).toBeGreaterThanOrEqual(7);
  });

  it('states a permission, or that it is open to everybody', () => {
    expect(routes.filter(({ rule }) => rule === undefined)).toEqual([]);
    expect(
      routes
        .filter(({ rule }) => rule === 'public')
        .map(({ name }) => name)
        .sort(),
    ).toEqual(PUBLIC_ROUTES);
  });

  it('of SCIM is in the list of its operations', () => {
    const ofScim = ({ rule }: Route) => typeof rule === 'object' && 'isBearer' in rule;
    const listed = SCIM_OPERATIONS.flatMap(({ method, path, hasAllMethods, hasLowerCase }) => {
      const route = path.slice(1).replace(/\{(\w+)\}/g, ':$1');
      const lower = route.replace(/Users|Groups/, (name) => name.toLowerCase());
      return [route, ...(hasLowerCase ? [lower] : [])].map(
        (each) => `${hasAllMethods ? 'ALL' : method} ${each}`,
      );
    });
    const served = routes.filter(ofScim).map(({ name }) => name);
    expect(served.sort()).toEqual(listed.sort());
  });

  it('answers one and the same 401 for every cause when it asks for a credential', async () => {
    const expired = await app.user('ADMIN');
    await app.sql('UPDATE session SET expires_at = now() WHERE user_id = $1', [expired.userId]);
    const revoked = await app.user('ADMIN');
    await app.identity.revokeSessions(revoked.userId);
    const { key } = await app.integration();
    const causes: Record<string, string>[] = [
      {},
      { SessionId: '' },
      { SessionId: 'nonsense' },
      { SessionId: 'A'.repeat(59) },
      { SessionId: expired.sessionId },
      { SessionId: revoked.sessionId },
      { SessionId: key },
      { serviceAPIKey: key },
      { serviceAPIKey: (await app.user('ADMIN')).sessionId },
    ];
    for (const { path, method, rule } of routes) {
      if (rule === 'public' || rule?.area !== 'session') continue;
      const answers = await Promise.all(
        causes.map((headers) => app.anonymous().request(method, `/${path}`, { headers })),
      );
      for (const { status, headers, body } of answers) {
        expect(status).toBe(401);
        expect(headers.get('www-authenticate')).toBe('SessionId realm="workforce-engagement"');
        expect({ ...body, requestId: '' }).toEqual({ ...answers[0]!.body, requestId: '' });
      }
    }
  });
});

describe('the guard', () => {
  it('is closed to a handler that states nothing', async () => {
    @Controller('open')
    class ForgetfulController {
      @Get()
      open(): string {
        return 'reached';
      }
    }
    @Module({ controllers: [ForgetfulController] })
    class ForgetfulModule {}

    const testing = await Test.createTestingModule({ imports: [ForgetfulModule] }).compile();
    await testing.init();
    const guard = new CredentialGuard(
      new Reflector(),
      undefined as never,
      undefined as never,
      undefined as never,
    );
    const context = {
      getHandler: () => ForgetfulController.prototype.open,
      getClass: () => ForgetfulController,
    };
    await expect(guard.canActivate(context as never)).rejects.toThrow('without an access rule');
    expect(routesOf(controllersOf(testing)).map(({ name, rule }) => [name, rule])).toEqual([
      ['GET open', undefined],
    ]);
    await testing.close();
  });
});
