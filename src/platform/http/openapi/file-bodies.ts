import type { OpenAPIObject } from '@nestjs/swagger';

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
export function documentFileBodies({ paths }: OpenAPIObject): void {
  for (const item of Object.values(paths)) {
    const body = item.post?.requestBody;
    if (!body || !('content' in body)) continue;
    for (const type of Object.keys(body.content)) if (FILES[type]) body.content[type] = FILES[type];
  }
}
