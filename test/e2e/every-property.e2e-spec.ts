import { readdirSync, readFileSync } from 'node:fs';
import { Property, Text } from '../../src/platform/dto/properties.js';
import { TemplateRequest } from '../../src/announcements/interface/announcement-template.request.js';
import { allPropertiesOf, type PropertyAt } from '../support/dto-properties.js';
import { walkProperty, type Body, type Writable, type Written } from '../support/property-walk.js';
import { TestApp } from '../support/test-app.js';
import { WRITABLE_BY_IMPORTS, WRITABLE_BY_LISTS, WRITABLE_BY_REQUESTS } from '../support/writable/index.js';
import type { WritableKind } from '../support/writable/writable-kind.js';

/** Bodies that write no resource, or no property but one that another body writes. */
const NOT_WRITTEN = [
  'EmployeeResetInput',
  'CopyActionPlanInput',
  'TemplatePreviewInput',
  'ApplyEmployeeSyncInput',
  ...['ErasureInput', 'ErasurePatch', 'PersonAccessInput'],
  'WebhookReplayInput',
  'ApiKeyRotationInput',
  ...['SignInInput', 'SignInCodeInput'],
];

let app: TestApp;

beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());

/** Paths of properties that another class does not have, at any depth that it has. */
function missing(own: readonly PropertyAt[], others: readonly PropertyAt[]): string[] {
  const unread = others.filter(({ isIgnored, nested }) => isIgnored || !nested).map(({ path }) => path);
  const isUnread = (path: string): boolean =>
    unread.some((above) => path.startsWith(`${above}.`) || path.startsWith(`${above}[]`));
  return own
    .map(({ path }) => path)
    .filter((path) => !isUnread(path) && !others.some((other) => other.path === path));
}

const WRITABLE = { ...WRITABLE_BY_REQUESTS, ...WRITABLE_BY_LISTS, ...WRITABLE_BY_IMPORTS };

interface Schema {
  readonly type?: string;
  readonly items?: { readonly oneOf?: readonly { readonly $ref?: string }[] };
}

/** The parts of `openapi.json` in which lists are found. */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties?: Readonly<Record<string, Schema>> }>>;
  };
}

interface Operation {
  readonly operationId?: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

describe.each(Object.entries(WRITABLE))('%s', (_, kind) => {
  const accepted = allPropertiesOf(kind.dto);
  const documented = allPropertiesOf(kind.response);

  it.each(accepted.map((property) => [property.path, property] as const))(
    'stores and answers %s',
    async (_path, property) => walkProperty(await kind.open(app), property),
  );

  it('accepts every property that its answers document', () => {
    expect(missing(documented, accepted)).toEqual([]);
  });

  it('documents every property that it answers', async () => {
    const { given = {} } = await kind.open(app);
    const answered = accepted.filter(({ path, isIgnored }) => !isIgnored && !given[path]?.isHidden);
    expect(missing(answered, documented)).toEqual([]);
  });

  it('removes by null every property that its answers may lack', async () => {
    const { update, staysWhenAbsent = false, given = {} } = await kind.open(app);
    const mayBeAbsent = documented.filter(({ isRequired }) => !isRequired).map(({ path }) => path);
    const kept = accepted
      .filter(({ path, isIgnored, isNullable }) => mayBeAbsent.includes(path) && !isIgnored && !isNullable)
      .map(({ path }) => path)
      .filter((path) => !path.includes('.') && !given[path]?.isKeptByNull);
    expect(update && staysWhenAbsent ? kept : []).toEqual([]);
  });

  it('has every property that the test says something about', async () => {
    const paths = accepted.flatMap(({ path, isList }) => (isList ? [path, `${path}[]`] : [path]));
    const { given = {} } = await kind.open(app);
    expect(paths).toEqual(expect.arrayContaining(Object.keys(given)));
  });
});

describe('the resources that are walked', () => {
  it('are all that requests write', () => {
    const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as Document;
    const text = JSON.stringify(document.paths, undefined, 2);
    const bodies = [...text.matchAll(/"requestBody": \{.*?schemas\/(\w+)"/gs)].map(([, name]) => name);
    expect(new Set([...Object.keys(WRITABLE_BY_REQUESTS), ...NOT_WRITTEN])).toEqual(new Set(bodies));
  });

  it('are all rows of the lists that requests send', () => {
    const { paths, components } = JSON.parse(readFileSync('openapi.json', 'utf8')) as Document;
    const lists = Object.values(paths)
      .flatMap((path) => Object.values(path))
      .filter(({ requestBody }) => requestBody?.content['application/json']?.schema.type === 'array')
      .map(({ operationId }) => operationId);
    const rows = Object.values(components.schemas)
      .flatMap(({ properties = {} }) => Object.values(properties))
      .flatMap(({ items }) => items?.oneOf ?? [])
      .flatMap(({ $ref }) => $ref?.split('/').at(-1) ?? []);
    expect(new Set(Object.keys(WRITABLE_BY_LISTS))).toEqual(new Set([...lists, ...rows]));
  });

  it('are all that imports write', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' });
    const importers = files
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => [
        ...readFileSync(`src/${file}`, 'utf8').matchAll(/class (\w+) extends \w+Importer\b/g),
      ])
      .map(([, name]) => name);
    expect(new Set(Object.keys(WRITABLE_BY_IMPORTS))).toEqual(new Set(importers));
  });
});

describe('a property that was forgotten', () => {
  class TemplateWithForgotten extends TemplateRequest {
    @Text({ maxLength: 100 })
    forgotten?: string;
  }

  const { dto, open } = WRITABLE_BY_REQUESTS['TemplateInput'] as WritableKind;
  const propertyOf = (type: WritableKind['dto'], name: string): PropertyAt =>
    allPropertiesOf(type).find(({ path }) => path === name) as PropertyAt;
  const forgotten = propertyOf(TemplateWithForgotten, 'forgotten');
  const category = propertyOf(dto, 'category');
  const without = (name: string, { [name]: _, ...body }: Body): Body => body;

  let templates: Writable;

  beforeEach(async () => {
    templates = await open(app);
  });

  /** Removes a property from the answers whose name begins with a word. */
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
    await expect(walkProperty({ ...templates, dto: TemplateWithForgotten }, forgotten)).rejects.toThrow(
      /answered with 412.*forgotten/,
    );
  });

  it('is found where it is accepted and not stored', async () => {
    const resource: Writable = {
      ...templates,
      dto: TemplateWithForgotten,
      create: (body) => templates.create(without('forgotten', body)),
    };
    await expect(walkProperty(resource, forgotten)).rejects.toThrow(
      /^forgotten: POST has undefined after creation/,
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
      /^category: PUT has .* after it was cleared by leaving it out/,
    );
  });

  it('is found where an import keeps it when its record leaves it out', async () => {
    const { dto: record, open: openRecords } = WRITABLE_BY_IMPORTS['EmployeeImporter'] as WritableKind;
    const employees = await openRecords(app);
    const resource: Writable = {
      ...employees,
      update: ({ answers }, body) => {
        const { name } = Object.values(answers)[0] as Body;
        return employees.create({ name, ...body });
      },
    };
    await expect(walkProperty(resource, propertyOf(record, 'name'))).rejects.toThrow(
      /^name: GET .* after it was cleared by leaving it out/,
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
