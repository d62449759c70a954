import type { Type } from '@nestjs/common';
import { DomainError } from '../../../src/shared-kernel/domain-error.js';
import type { RecordImporter } from '../../../src/shared-kernel/record-importer.js';
import type { Answer } from '../api-client.js';
import type { Body, Given, Writable, Written } from '../property-walk.js';
import type { TestApp } from '../test-app.js';

/** A kind of record, and the way to write one into a company that has none. */
export interface WritableKind {
  readonly dto: Type<object>;
  /** The class of its answers, which `dto` accepts, too. */
  readonly response: Type<object>;
  open(app: TestApp): Promise<Writable>;
}

export const ID: Given = { identifies: true };

/** Writes by an importer. */
export function imports(
  { app }: TestApp,
  importer: Type<RecordImporter>,
  companyId: string,
  read: (id: unknown) => Promise<Written>,
): Pick<Writable, 'create' | 'update'> {
  const put = async (body: Body): Promise<Written> => {
    try {
      await app.get(importer, { strict: false }).import(companyId, [body]);
    } catch (error) {
      throw error instanceof DomainError ? new Error(JSON.stringify(error.issues)) : error;
    }
    return read(body['id']);
  };
  return { create: put, update: (_, body) => put(body) };
}

export function bodyOf({ status, body }: Answer): Body {
  if (status !== 200) throw new Error(`It was answered with ${status}: ${JSON.stringify(body)}`);
  return body as Body;
}

export function entryOf(list: unknown, id: unknown): Body | undefined {
  return (list as Body[]).find((entry) => entry['id'] === id);
}

export function idOf({ answers }: Written): string {
  return String(Object.values(answers)[0]?.['id']);
}
