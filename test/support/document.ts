import { readFileSync } from 'node:fs';

/** The file that `npm run openapi` writes. */
export const DOCUMENT = 'openapi.json';

/** `openapi.json`, with its answers, parameters and headers in the place of references to them; schemas stay shared. */
export function readDocument<Document>(): Document {
  return withoutReferences(JSON.parse(readFileSync(DOCUMENT, 'utf8')) as object) as Document;
}

/** A document with what `components` shares in the place of the references. */
export function withoutReferences(document: object): object {
  const inlined = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(inlined);
    if (typeof part !== 'object' || part === null) return part;
    const { $ref } = part as { $ref?: unknown };
    const [, kind, name] = /^#\/components\/(responses|parameters|headers)\/(.+)$/.exec(String($ref)) ?? [];
    if (kind === undefined) {
      return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, inlined(value)]));
    }
    const { components } = document as { components: Record<string, Record<string, unknown>> };
    return inlined(components[kind]![name!]);
  };
  return inlined(document) as object;
}
