import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { PATCHED } from '../../dto/patch-type.js';
import { CREDENTIALS } from '../permission.js';
import { documentProblems } from './api-problems.js';
import { documentFileBodies } from './file-bodies.js';
import { documentHeaders } from './response-headers.js';
import { shareComponents } from './shared-components.js';
import { documentWebhooks } from './webhooks.js';

/** Path of Swagger UI. */
export const DOCS_PATH = 'docs';

/** Path of the list of error codes. */
export const ERRORS_PATH = `${DOCS_PATH}/errors.md`;

const DESCRIPTION = `Engagement backend for companies, their managers and their HR systems.

**Credentials.** The company area takes a session id in the header \`${CREDENTIALS.session.header}\`, the public API a key in the header \`${CREDENTIALS.apiKey.header}\`. An operator issues both with the command \`wes\`.

**Bodies** are JSON in UTF-8 of at most 1 MiB, unless the operation says more, nested at most 32 levels. Properties that are not part of a schema are refused; an optional property that is \`null\` counts as absent, unless its operation says that it clears. Lengths are counted in Unicode code points. Dates are answered in RFC 3339, UTC.

**Errors** are problem documents (RFC 9457) with a stable \`errorCode\`; the 412 of templates has the template instead, with the same \`errorCode\`. Each operation names its codes, and [the list of error codes](/${ERRORS_PATH}) says what they mean and what to do.

**Every answer** carries \`X-Request-Id\`: the one that was sent, or a new one.`;

const CHANGES =
  'What changed after a cursor. Take a cursor, read everything once, and follow the cursor from then on. Nothing is ' +
  'missed: a change appears when its transaction is committed, in the order of the company. An object that ' +
  'changed several times appears once, as it is now; one may appear again without being different. On 410 begin ' +
  'again: a cursor expires after `CHANGES_RETENTION` (30 days unless the deployment says otherwise), and when the ' +
  'database has lost changes that were read with it. A cursor belongs to the company, the kinds, and the user or the ' +
  'scopes.';

/** A link would have to name a host. */
const CONTACT = { name: 'The operator of this deployment' };

/** As in `package.json`. */
const LICENSE = { name: 'UNLICENSED' };

/** The OpenAPI 3.1 document of an application, made from its controllers. */
export function openApiDocument(app: INestApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Workforce Engagement Service')
    .setDescription(DESCRIPTION)
    .setVersion('1')
    .addServer('/', 'This deployment')
    .addTag('Announcement templates', 'The catalogue that all companies share.')
    .addTag('Action plans', 'Plans of a company with their improvement actions.')
    .addTag('Actions', 'The actions of a plan and the people who carry them out.')
    .addTag('Notes', 'Comments on actions, shared or private.')
    .addTag(
      'Look-ups',
      'The caller, and the people, users, areas and groups that a client shows and offers to choose.',
    )
    .addTag('Employees', 'The people of a company, for its HR systems.')
    .addTag('People', 'The data of a person: given to them, erased, or kept from removal.')
    .addTag('Segmentation', 'What the people of a company are divided by: areas, groups and characteristics.')
    .addTag('Timesheets', 'Recorded working times of a company, for its HR systems.')
    .addTag('Changes', CHANGES)
    .addTag('Webhooks', 'Addresses that are told of changes, so that they need not ask.')
    .addTag('Reminders', 'The mails that a company sends about plans, and those that people want.')
    .addTag('Audit', 'Who changed what in a company.')
    .addTag('Operation', 'For balancers and orchestrators.');
  // Swagger UI puts the cursor into the field of the last scheme; people come with a session id.
  for (const area of ['apiKey', 'session'] as const) {
    const { header, securityScheme, description } = CREDENTIALS[area];
    builder.addApiKey({ type: 'apiKey', in: 'header', name: header, description }, securityScheme);
  }
  const document = SwaggerModule.createDocument(app, builder.build());
  Object.assign(document.info, { contact: CONTACT, license: LICENSE });
  documentFileBodies(document);
  documentWebhooks(document);
  documentProblems(document);
  documentHeaders(document);
  use31(document);
  moveExamplesIntoSchemas(document);
  describeRequestSchemas(document);
  shareComponents(document);
  return document;
}

/**
 * OpenAPI 3.1 lets a reference have siblings; the framework wraps it for 3.0 in an `allOf` of one. 3.1 lets a schema
 * have several types; the framework reads a list of types as the type of a list.
 */
function use31(part: unknown): void {
  if (typeof part !== 'object' || part === null) return;
  const schema = part as { allOf?: object[]; oneOf?: { type?: string }[] };
  const { allOf, oneOf } = schema;
  if (Array.isArray(allOf) && allOf.length === 1) {
    delete schema.allOf;
    Object.assign(schema, allOf[0]);
  }
  if (Array.isArray(oneOf) && oneOf.every(({ type }) => type !== undefined)) {
    delete schema.oneOf;
    Object.assign(schema, ...oneOf, { type: oneOf.map(({ type }) => type) });
  }
  Object.values(part).forEach(use31);
}

/**
 * The framework puts the `examples` of a query parameter's schema beside the schema, where they mean something else.
 */
function moveExamplesIntoSchemas({ paths }: OpenAPIObject): void {
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path) as unknown[])) {
    const { parameters = [] } = operation as {
      parameters?: { schema?: Record<string, unknown>; examples?: unknown }[];
    };
    for (const parameter of parameters) {
      if (!Array.isArray(parameter.examples)) continue;
      parameter.schema = { ...parameter.schema, examples: parameter.examples };
      delete parameter.examples;
    }
  }
}

/**
 * Requests refuse unknown properties, so their schemas are closed. An optional property that is null counts as absent,
 * or is cleared (docs/contract.md, "Properties"), so their schemas allow it.
 */
function describeRequestSchemas(document: OpenAPIObject): void {
  const schemas = document.components?.schemas ?? {};
  const names = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    for (const [key, value] of Object.entries(part)) {
      const name = key === '$ref' ? String(value).split('/').at(-1) : undefined;
      if (name === undefined) visit(value);
      else if (!names.has(name)) {
        names.add(name);
        visit(schemas[name]);
      }
    }
  };
  for (const path of Object.values(document.paths)) {
    for (const operation of [path.post, path.put, path.patch]) visit(operation?.requestBody);
  }
  for (const name of names) {
    const schema = schemas[name];
    if (!schema || !('properties' in schema)) continue;
    schema.additionalProperties ??= false;
    for (const [property, each] of Object.entries(schema.properties ?? {})) {
      const nullIs = patchedBy(each);
      if (nullIs !== 'refused' && !schema.required?.includes(property)) allowNull(each);
    }
  }
}

/** Removes the mark of a patched property, and its default, which is that of a resource without it. */
function patchedBy(schema: object): unknown {
  if (!(PATCHED in schema)) return undefined;
  const { [PATCHED]: nullIs } = schema;
  Reflect.deleteProperty(schema, PATCHED);
  Reflect.deleteProperty(schema, 'default');
  return nullIs;
}

interface NullableSchema {
  $ref?: string;
  type?: string | string[];
  anyOf?: object[];
  oneOf?: object[];
}

function allowNull(schema: NullableSchema): void {
  const { $ref, type, anyOf } = schema;
  if ($ref !== undefined) {
    delete schema.$ref;
    schema.oneOf = [{ $ref }, { type: 'null' }];
  } else if (anyOf) {
    // The framework's own form of a reference or null; it is exactly one of them.
    delete schema.anyOf;
    schema.oneOf = anyOf;
  } else if (type !== undefined) schema.type = [...new Set([type, 'null'].flat())];
}
