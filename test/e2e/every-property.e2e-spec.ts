import { readdirSync, readFileSync } from 'node:fs';
import { Property, Text } from '../../src/platform/dto/properties.js';
import { TemplateRequest } from '../../src/announcements/interface/announcement-template.request.js';
import { allPropertiesOf, type PropertyAt } from '../support/dto-properties.js';
import { walkProperty, type Body, type Writable, type Written } from '../support/property-walk.js';
import { TestApp } from '../support/test-app.js';
import { WRITABLE_BY_IMPORTS, WRITABLE_BY_REQUESTS } from '../support/writable/index.js';
import type { WritableKind } from '../support/writable/writable-kind.js';

/** Bodies that write no resource. */
const NOT_WRITTEN = ['EmployeeResetInput'];

let app: TestApp;

beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());

describe.each(Object.entries({ ...WRITABLE_BY_REQUESTS, ...WRITABLE_BY_IMPORTS }))('%s', (_, kind) => {
  it.each(allPropertiesOf(kind.dto).map((property) => [property.path, property] as const))(
    'stores and answers %s',
    async (_path, property) => walkProperty(await kind.open(app), property),
  );

  it('accepts every property that is answered', () => {
    const accepted = allPropertiesOf(kind.dto);
    const unread = accepted.filter(({ isIgnored, nested }) => isIgnored || !nested).map(({ path }) => path);
    const answered = allPropertiesOf(kind.response).map(({ path }) => path);
    const isBelow = (path: string) =>
      unread.some((above) => path.startsWith(`${above}.`) || path.startsWith(`${above}[]`));
    expect(
      answered.filter((path) => !isBelow(path) && !accepted.some((property) => property.path === path)),
    ).toEqual([]);
  });

  it('has every property that the test says something about', async () => {
    const paths = allPropertiesOf(kind.dto).flatMap(({ path, isList }) =>
      isList ? [path, `${path}[]`] : [path],
    );
    const { given = {} } = await kind.open(app);
    expect(paths).toEqual(expect.arrayContaining(Object.keys(given)));
  });
});

describe('the resources that are walked', () => {
  it('are all that requests write', () => {
    const text = readFileSync('openapi.json', 'utf8');
    const bodies = [...text.matchAll(/"requestBody": \{.*?schemas\/(\w+)"/gs)].map(([, name]) => name);
    expect(new Set([...Object.keys(WRITABLE_BY_REQUESTS), ...NOT_WRITTEN])).toEqual(new Set(bodies));
  });

  it('are all that imports write', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' });
    const importers = files
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => [
        ...readFileSync(`src/${file}`, 'utf8').matchAll(/class (\w+) implements RecordImporter/g),
      ])
      .map(([, name]) => name);
    expect(new Set(Object.keys(WRITABLE_BY_IMPORTS))).toEqual(new Set(importers));
  });
});

describe('a property that was forgotten', () => {
  class TemplateWithAudience extends TemplateRequest {
    @Text({ maxLength: 100 })
    audience?: string;
  }

  const { dto, open } = WRITABLE_BY_REQUESTS['TemplateInput'] as WritableKind;
  const propertyOf = (type: WritableKind['dto'], name: string): PropertyAt =>
    allPropertiesOf(type).find(({ path }) => path === name) as PropertyAt;
  const audience = propertyOf(TemplateWithAudience, 'audience');
  const category = propertyOf(dto, 'category');
  const without = (name: string, { [name]: _, ...body }: Body): Body => body;

  let templates: Writable;

  beforeEach(async () => {
    templates = await open(app);
  });

  /** Loses a property in the answers that begin with a word. */
  const forgetting =
    (name: string, where: string) =>
    (written: Written): Written => ({
      answers: Object.fromEntries(
        Object.entries(written.answers).map(([place, body]) => [
          place,
          place.startsWith(where) ? without(name, body) : body,
        ]),
      ),
    });

  it('is found where it is refused', async () => {
    await expect(walkProperty({ ...templates, dto: TemplateWithAudience }, audience)).rejects.toThrow(
      /answered with 412.*audience/,
    );
  });

  it('is found where it is accepted and not stored', async () => {
    const resource: Writable = {
      ...templates,
      dto: TemplateWithAudience,
      create: (body) => templates.create(without('audience', body)),
    };
    await expect(walkProperty(resource, audience)).rejects.toThrow(
      /^audience: POST has undefined after creation/,
    );
  });

  it.each(['POST', 'GET all', 'GET', 'PUT'])('is found where %s does not answer it', async (where) => {
    const forget = forgetting('category', where);
    const resource: Writable = {
      ...templates,
      create: async (body) => forget(await templates.create(body)),
      update: async (before, body) =>
        forget(await (templates.update as NonNullable<Writable['update']>)(before, body)),
    };
    await expect(walkProperty(resource, category)).rejects.toThrow(
      /^category: (POST|PUT|GET|GET all) has undefined/,
    );
  });

  it('is found where it cannot be cleared', async () => {
    let stored: Body = {};
    const resource: Writable = {
      ...templates,
      update: (before, body) => {
        stored = { ...stored, ...body };
        return (templates.update as NonNullable<Writable['update']>)(before, stored);
      },
    };
    await expect(walkProperty(resource, category)).rejects.toThrow(
      /^category: PUT has .* after it was cleared/,
    );
  });

  it('is found where its kind is unknown', async () => {
    class TemplateWithColour {
      @Property(() => [], { type: String, pattern: '^#[0-9a-f]{6}$' })
      colour?: string;
    }
    const colour = propertyOf(TemplateWithColour, 'colour');
    await expect(walkProperty({ ...templates, dto: TemplateWithColour }, colour)).rejects.toThrow(
      /^No values are known for colour/,
    );
  });
});
