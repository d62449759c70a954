import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { PATCHED } from '../../dto/patch-type.js';
import { CREDENTIALS } from '../permission.js';
import { documentProblems } from './api-problems.js';
import { documentHeaders } from './response-headers.js';
import { shareComponents } from './shared-components.js';
import { documentWebhooks } from './webhooks.js';

/** Media types of bodies that are files, with an example. The framework gives all bodies of an operation one schema. */
const FILES: Readonly<Record<string, object>> = {
  'text/csv': {
    schema: { type: 'string' },
    examples: { file: { value: 'externalId;name;email\r\n007;Jo Doe;jo@example.com\r\n' } },
  },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
    schema: { type: 'string', format: 'binary' },
  },
};

/** Documents bodies of operations that are files. */
function documentFileBodies({ paths }: OpenAPIObject): void {
  for (const item of Object.values(paths)) {
    const body = item.post?.requestBody;
    if (!body || !('content' in body)) continue;
    for (const type of Object.keys(body.content)) if (FILES[type]) body.content[type] = FILES[type];
  }
}

/** Path of Swagger UI. */
export const DOCS_PATH = 'docs';

/** Path of the list of error codes. */
export const ERRORS_PATH = `${DOCS_PATH}/errors.md`;

/** The texts of the document that depend on what the application has. */
export interface DocumentTexts {
  readonly description: string;
  /** Of the operations, in the order in which they are shown. */
  readonly tags: readonly (readonly [name: string, description: string])[];
  /** The beginning of the list of error codes. */
  readonly errors: string;
}

/** A link would have to name a host. */
const CONTACT = { name: 'The operator of this deployment' };

/** That of `package.json`, with the words that Swagger UI does not put before it. */
const LICENSE = { name: 'License: UNLICENSED, all rights reserved' };

/** The OpenAPI 3.1 document of an application, made from its controllers. */
export function openApiDocument(app: INestApplication, texts: DocumentTexts): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Workforce Engagement Service')
    .setDescription(texts.description)
    .setVersion('1')
    .addServer('/', 'This deployment');
  for (const [name, text] of texts.tags) builder.addTag(name, text);
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
