import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { isRecord, issue } from '../../platform/dto/checks.js';
import { readChecked, readDto } from '../../platform/dto/read-dto.js';
import { excessOf } from '../../platform/http/request-body.js';
import { propertyPath, type ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { EmployeeRequest } from '../../workforce/index.js';
import { ListedPeople, SyncUploads, type ListedBatch, type ListedPerson } from '../application/sync.ports.js';
import type { SyncKey } from '../domain/sync.js';
import { cutterOf } from './received-list.js';

/** People who are compared at a time. */
const BATCH = 500;

/** People who are read before the event loop runs other work: some milliseconds. */
const READ_AT_ONCE = 50;

/** The people of stored lists, by the rules of `EmployeeRequest`. */
@Injectable()
export class UploadedPeople extends ListedPeople {
  constructor(private readonly uploads: SyncUploads) {
    super();
  }

  async *batches(key: SyncKey, { isChecked } = { isChecked: false }): AsyncGenerator<ListedBatch> {
    const readPerson = isChecked ? readAgain : readFirst;
    const { form, pieces } = await this.uploads.open(key);
    const cutter = cutterOf(form);
    let index = 0;
    let people: ListedPerson[] = [];
    let issues: ValidationIssue[] = [];
    const read = async (elements: readonly Buffer[]): Promise<void> => {
      for (const element of elements) {
        const { content, found } = readPerson(element);
        if (content) people.push({ index, content });
        issues.push(...found.map((one) => ({ ...one, path: propertyPath(`[${index}]`, one.path) })));
        if (++index % READ_AT_ONCE === 0) await setImmediate();
      }
    };
    for await (const piece of pieces) {
      await read(cutter.push(piece));
      if (people.length + issues.length < BATCH) continue;
      yield* inParts(people, issues);
      [people, issues] = [[], []];
    }
    await read(cutter.end());
    yield* inParts(people, issues);
  }
}

function* inParts(
  people: readonly ListedPerson[],
  issues: readonly ValidationIssue[],
): Generator<ListedBatch> {
  for (let at = 0; at === 0 || at < people.length; at += BATCH)
    yield { people: people.slice(at, at + BATCH), issues: at === 0 ? issues : [] };
}

interface ReadPerson {
  readonly content?: ListedPerson['content'];
  readonly found: readonly ValidationIssue[];
}

function readAgain(bytes: Buffer): ReadPerson {
  return { content: readChecked(EmployeeRequest, JSON.parse(bytes.toString()) as object), found: [] };
}

function readFirst(bytes: Buffer): ReadPerson {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return { found: [issue('MALFORMED_JSON', 'must be JSON in UTF-8')] };
  }
  if (!isRecord(value)) return { found: [issue('WRONG_TYPE', 'must be an object')] };
  const excess = excessOf(value);
  if (excess !== undefined) return { found: [issue('TOO_COMPLEX', `must not have more than ${excess}`)] };
  const { value: content, issues } = readDto(EmployeeRequest, value);
  return issues.length > 0 ? { found: issues } : { content, found: [] };
}
