import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The parts of OpenAPI that the pages show. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export interface Example {
  readonly summary?: string;
  readonly value: unknown;
}

interface Reference {
  readonly $ref: string;
}

export interface Media {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Example | Reference>>;
}

export interface Response {
  readonly description: string;
  readonly content?: Readonly<Record<string, Media>>;
  readonly 'x-error-codes'?: readonly string[];
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly tags: readonly string[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Response | Reference>>;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly 'x-permission'?: string;
}

interface Document {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, { readonly name: string }>>;
  } & Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** An operation with its place in the document. */
export interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** Folder of the project. */
export const PROJECT = join(import.meta.dirname, '../..');

export const document = JSON.parse(readFileSync(join(PROJECT, 'openapi.json'), 'utf8')) as Document;

export const endpoints: readonly Endpoint[] = Object.entries(document.paths).flatMap(([path, verbs]) =>
  Object.entries(verbs).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

/** The part itself, or the shared one that it refers to. */
export function resolve<Part extends object>(part: Part | Reference): Part {
  if (!('$ref' in part) || typeof part.$ref !== 'string') return part as Part;
  const [, , kind = '', name = ''] = part.$ref.split('/');
  return document.components[kind]?.[name] as Part;
}

/** The name of the shared schema that a schema refers to. */
export function nameOf({ $ref }: Schema): string | undefined {
  return $ref?.split('/').at(-1);
}

/** One example of a body. */
export function exampleOf(media: Media): unknown {
  if (media.example !== undefined) return media.example;
  const [first] = Object.values(media.examples ?? {});
  if (first) return resolve<Example>(first).value;
  return sampleOf(media.schema);
}

/** A value of a schema, made of the examples of its properties. */
export function sampleOf(part: Schema): unknown {
  const schema = resolve<Schema>(part);
  if (schema.example !== undefined) return schema.example;
  if (schema.examples?.length) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum?.length) return schema.enum[0];
  const [choice] = [schema.allOf, schema.oneOf, schema.anyOf].flatMap((list) => list ?? []);
  if (choice) return sampleOf(choice);
  const type = [schema.type].flat()[0];
  if (type === 'array') return schema.items ? [sampleOf(schema.items)] : [];
  if (type !== 'object') return type === 'string' ? '' : type === 'boolean' ? false : 0;
  const shown = Object.entries(schema.properties ?? {}).filter(
    ([name, each]) => schema.required?.includes(name) === true || hasExample(resolve<Schema>(each)),
  );
  return Object.fromEntries(shown.map(([name, each]) => [name, sampleOf(each)]));
}

function hasExample({ example, examples }: Schema): boolean {
  return example !== undefined || (examples?.length ?? 0) > 0;
}
