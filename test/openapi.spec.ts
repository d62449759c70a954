import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { openApiDocument } from '../src/platform/http/openapi/document.js';
import { TestApp } from './support/test-app.js';

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly security?: readonly Record<string, unknown>[];
  readonly responses: Record<
    string,
    { content?: Record<string, { example?: unknown; examples?: object; schema?: object }> }
  >;
}

/** Rules that do not fit, each with its reason. */
const EXCEPTIONS = {
  'operation-4xx-response': 'off', // health checks have none; for the API a test below names those it must have
  'no-unused-components': 'off', // the key's scheme is published before the first operation that takes it
} as const;

const stored = readFileSync('openapi.json', 'utf8');
const document = JSON.parse(stored) as {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: Record<string, object> };
};
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ name: `${method} ${path}`, path, operation })),
);

describe('openapi.json', () => {
  it('is what the code says; "npm run openapi" writes it anew', async () => {
    const { app, stop } = await TestApp.start().then((testApp) => ({
      app: testApp.app,
      stop: () => testApp.stop(),
    }));
    try {
      expect(JSON.parse(stored)).toEqual(JSON.parse(JSON.stringify(openApiDocument(app))));
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

  it('is OpenAPI 3.1 and passes the recommended rules of a linter, warnings included', async () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    const config = await createConfig({ extends: ['recommended-strict'], rules: EXCEPTIONS });
    const problems = await lintFromString({ source: stored, config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    );
  });

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

  it.each(operations)('shows an example and a schema of every answer with a body: $name', ({ operation }) => {
    for (const { content } of Object.values(operation.responses)) {
      for (const media of Object.values(content ?? {})) {
        expect(media.example ?? media.examples).toBeDefined();
        expect(media.schema).toBeDefined();
      }
    }
  });

  it.each(operations.filter(({ path }) => path.startsWith('/api/')))(
    'names a credential and the errors of every operation of the API: $name',
    ({ operation }) => {
      expect(operation.security).toHaveLength(1);
      expect(Object.keys(operation.responses)).toEqual(
        expect.arrayContaining(['400', '401', '403', '500', '503']),
      );
    },
  );
});
