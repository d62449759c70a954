import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { API_TEXTS } from '../src/api-document.js';
import { openApiDocument } from '../src/platform/http/openapi/document.js';
import { withoutReferences } from './support/document.js';
import { TestApp } from './support/test-app.js';

interface Parameter {
  readonly name: string;
  readonly description?: string;
  readonly schema: { readonly default?: unknown };
}

interface Property {
  readonly description?: string;
  readonly type?: unknown;
  readonly oneOf?: readonly Property[];
}

interface Schema {
  readonly properties?: Record<string, Property>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
}

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly parameters?: readonly Parameter[];
  readonly security?: readonly Record<string, unknown>[];
  readonly responses: Record<
    string,
    { content?: Record<string, { example?: unknown; examples?: object; schema?: object }> }
  >;
}

/** Rules that do not fit, each with its reason. */
const EXCEPTIONS = {
  'info-license-strict': 'off', // the service is proprietary: there is no licence to link to
} as const;

/** Of each operation, with its share of what all have. */
const MAX_BYTES = 6_000;
const MAX_SERVED_BYTES = 4_200;

const stored = readFileSync('openapi.json', 'utf8');
const document = JSON.parse(stored) as {
  openapi: string;
  info: { contact: { name: string }; license: { name: string } };
  paths: Record<string, Record<string, Operation>>;
  components: {
    securitySchemes: Record<string, object>;
    schemas: Record<string, Schema>;
    responses: Record<string, object>;
    headers: Record<string, object>;
  };
};
const { paths } = withoutReferences(document) as typeof document;
const operations = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ name: `${method} ${path}`, path, operation })),
);

async function redoclyProblems(source: string): Promise<unknown[]> {
  const config = await createConfig({ extends: ['recommended-strict'], rules: EXCEPTIONS });
  const problems = await lintFromString({ source, config });
  return problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]);
}

const allowsNull = ({ type, oneOf = [] }: Property): boolean =>
  type === 'null' || (Array.isArray(type) && type.includes('null')) || oneOf.some(allowsNull);

describe('openapi.json', () => {
  it('is generated from the code; "npm run openapi" regenerates it', async () => {
    const { app, stop } = await TestApp.start().then((testApp) => ({
      app: testApp.app,
      stop: () => testApp.stop(),
    }));
    try {
      expect(JSON.parse(stored)).toEqual(JSON.parse(JSON.stringify(openApiDocument(app, API_TEXTS))));
    } finally {
      await stop();
    }
  });

  it('is what the service shows at /docs-json', async () => {
    const testApp = await TestApp.start();
    try {
      const { status, body } = await testApp.anonymous().get('/docs-json');
      expect([status, body]).toEqual([200, JSON.parse(stored)]);
    } finally {
      await testApp.stop();
    }
  });

  it('is small enough to be read and loaded', async () => {
    expect(Buffer.byteLength(stored)).toBeLessThanOrEqual(MAX_BYTES * operations.length);
    const testApp = await TestApp.start();
    try {
      for (const path of ['/docs-json', '/docs-json?version=3.0']) {
        const { text } = await testApp.anonymous().get(path);
        expect([path, Buffer.byteLength(text) <= MAX_SERVED_BYTES * operations.length]).toEqual([path, true]);
      }
    } finally {
      await testApp.stop();
    }
  });

  it('names a contact, and the license of the package', () => {
    const { license } = JSON.parse(readFileSync('package.json', 'utf8')) as { license: string };
    expect(document.info).toMatchObject({
      contact: { name: expect.stringMatching(/\w/) },
      license: { name: expect.stringContaining(license) },
    });
  });

  it('is OpenAPI 3.1 and passes the recommended rules of Redocly, warnings included', async () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(await redoclyProblems(stored)).toEqual([]);
  });

  it('passes the recommended rules of Spectral, warnings included', async () => {
    const linter = new spectral.Spectral();
    linter.setRuleset({ extends: [[rulesets.oas as RulesetDefinition, 'recommended']] });
    const problems = await linter.run(document as never);
    expect(problems.map(({ code, message, path }) => [code, message, path.join('/')])).toEqual([]);
  });

  it('is also served as valid OpenAPI 3.0.3', async () => {
    const testApp = await TestApp.start();
    try {
      const { status, text } = await testApp.anonymous().get('/docs-json?version=3.0');
      const older = JSON.parse(text) as typeof document;
      expect([status, older.openapi]).toEqual([200, '3.0.3']);
      expect(await new Validator().validate(older)).toEqual({ valid: true });
      expect(await redoclyProblems(text)).toEqual([]);
      expect(Object.keys(older.paths)).toEqual(Object.keys(document.paths));
      expect(older).not.toHaveProperty('webhooks');
      const only31 = [
        'ChangeMessage',
        'ChangedObjectData',
        'ChangesWaitingMessage',
        'TestMessage',
        'WaitingChangesData',
      ];
      const missing = Object.keys(document.components.schemas).filter(
        (name) => !(name in older.components.schemas),
      );
      expect(missing.sort()).toEqual(only31.sort());
    } finally {
      await testApp.stop();
    }
  });

  it('describes every property and parameter', () => {
    const properties = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
      Object.entries(schema.properties ?? {}).map(([property, each]) => ({
        name: `${name}.${property}`,
        each,
      })),
    );
    const parameters = operations.flatMap(({ operation: { operationId, parameters = [] } }) =>
      parameters.map((each) => ({ name: `${operationId} ${each.name}`, each })),
    );
    const all = [...properties, ...parameters];
    expect(all.length).toBeGreaterThan(200);
    expect(all.filter(({ each }) => !each.description).map(({ name }) => name)).toEqual([]);
  });

  /** A change may leave them out, but not remove them. */
  const notRemovable: Readonly<Record<string, readonly string[]>> = {
    TemplatePatch: ['key', 'title'],
    AreaPatchInput: ['name'],
    GroupPatchInput: ['name'],
    CharacteristicPatchInput: ['type', 'name'],
    ValuePatchInput: ['label'],
  };

  it('allows null in requests where the property is optional and may be removed, and nowhere else', () => {
    const { schemas } = document.components;
    for (const [name, { properties = {}, required = [], additionalProperties }] of Object.entries(schemas)) {
      const isRequest = additionalProperties === false;
      const nullable = Object.keys(properties).filter((property) => allowsNull(properties[property]!));
      const kept = [...required, ...(notRemovable[name] ?? [])];
      const optional = Object.keys(properties).filter((property) => !kept.includes(property));
      expect([name, nullable]).toEqual([name, isRequest ? optional : []]);
    }
    expect(schemas['EmployeeResetInput']!.required).toEqual(['email']);
    expect(schemas['CreateActionPlanInput']!.required).toEqual(['title']);
  });

  it.each(operations.filter(({ operation }) => operation.parameters?.some(({ name }) => name === 'to')))(
    'states the defaults of the window: $name',
    ({ operation }) => {
      const defaults = operation.parameters!.map(({ name, schema }) => [name, schema.default]);
      // Without a window, the list of employees is complete.
      const isComplete = operation.operationId === 'listEmployees';
      const expected = isComplete ? { from: undefined, to: undefined } : { from: 0, to: 10 };
      expect(Object.fromEntries(defaults)).toMatchObject(expected);
    },
  );

  it('knows both security schemes', () => {
    expect(document.components.securitySchemes).toMatchObject({
      companyAPISessionId: { type: 'apiKey', in: 'header', name: 'SessionId' },
      serviceAPIKey: { type: 'apiKey', in: 'header', name: 'serviceAPIKey' },
    });
  });

  it('gives every operation a unique id that makes a method name', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z]+([A-Z][a-z]+)+$/);
  });

  it.each(operations)(
    'shows a schema of every answer, and an example unless it is a problem: $name',
    ({ operation }) => {
      for (const { content } of Object.values(operation.responses)) {
        for (const [type, { example, examples, schema }] of Object.entries(content ?? {})) {
          expect(schema).toBeDefined();
          if (type !== 'application/problem+json') expect(example ?? examples).toBeDefined();
        }
      }
    },
  );

  it('describes each problem and header once', () => {
    const { components, paths: own } = document;
    const inline = Object.values(own)
      .flatMap((item) => Object.values(item))
      .flatMap(({ operationId, responses }) =>
        Object.entries(responses).map(([status, answer]) => ({ operationId, status, answer })),
      )
      .filter(({ answer }) => JSON.stringify(answer).includes('schemas/Problem"'));
    expect(inline.map(({ operationId, status }) => [operationId, status])).toEqual([]);
    const texts = Object.values(components.responses).map((answer) => JSON.stringify(answer));
    expect(new Set(texts).size).toBe(texts.length);
    expect(Object.keys(components.headers)).toEqual(expect.arrayContaining(['ETag', 'Retry-After']));
  });

  it('asks for a credential, but to sign in', () => {
    const open = operations.filter(
      ({ path, operation }) => path.startsWith('/api/') && !operation.security?.length,
    );
    expect(open.map(({ operation }) => operation.operationId)).toEqual(['signIn', 'requestSignInCode']);
  });

  it.each(operations.filter(({ path, operation }) => path.startsWith('/api/') && operation.security?.length))(
    'names a credential and the errors of every operation of the API: $name',
    ({ operation }) => {
      expect(operation.security).toHaveLength(1);
      expect(Object.keys(operation.responses)).toEqual(
        expect.arrayContaining(['400', '401', '403', '500', '503']),
      );
    },
  );
});
