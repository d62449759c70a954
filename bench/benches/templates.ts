import { deepStrictEqual } from 'node:assert';
import { answerOf } from '../harness/answer.js';
import type { LoadBench } from '../harness/bench.js';
import type { Target } from '../harness/target.js';
import type { TemplatesFloorInput } from '../floors/templates.js';

const PATH = '/api/v1/company/announcements/templates';
const QUERIES = new URL(
  '../../dist/src/announcements/application/announcement-templates.queries.js',
  import.meta.url,
);
const FLOOR = new URL('../floors/templates.ts', import.meta.url);
const FLOOR_SCHEMA = 'bench_floor';

/** The list of enabled templates: the memory of the service against a database that is asked every time. */
export const templates: LoadBench = {
  name: 'templates',
  summary: `GET ${PATH} against bare node:http + pg`,

  async prepare(stage) {
    const { service, database } = stage;
    const { READ_CATALOGUE: statement } = (await import(
      QUERIES.href
    )) as typeof import('../../src/announcements/application/announcement-templates.queries.js');
    await database.copyTables(FLOOR_SCHEMA, ['revision', 'announcement_template']);
    const startFloor = (name: string, kind: TemplatesFloorInput['kind']): Promise<string> =>
      stage.startFloor<TemplatesFloorInput>(name, FLOOR, {
        databaseUrl: service.databaseUrl,
        schema: FLOOR_SCHEMA,
        statement,
        kind,
      });

    const list: Target = {
      name: 'service',
      url: service.baseUrl + PATH,
      headers: { SessionId: service.adminSessionId },
    };
    const floor: Target = { name: 'floor', url: await startFloor('floor', 'objects') };
    const textFloor: Target = { name: 'text floor', url: await startFloor('text floor', 'text') };

    const { body, etag } = await answerOf(list);
    const { body: floorBody } = await answerOf(floor);
    const { body: textBody } = await answerOf(textFloor);
    if (!floorBody.equals(body)) throw new Error('the floor does not answer the bytes of the service');
    const content = contentOf(body);
    deepStrictEqual(contentOf(textBody), content, 'the text floor does not answer what the service does');

    return {
      notes: [
        `${content.length} templates in ${body.length} bytes; the floor answers the same bytes, the text floor the same content.`,
      ],
      targets: [
        list,
        floor,
        textFloor,
        {
          ...list,
          name: 'service, 304',
          headers: { ...list.headers, 'If-None-Match': etag },
          expectedStatus: 304,
        },
      ],
      comparisons: [
        { of: 'service', against: 'floor', atLeast: 1 },
        { of: 'service', against: 'text floor' },
        { of: 'service, 304', against: 'floor' },
      ],
      tables: { untouched: ['announcement_template'], counted: ['session', 'revision'] },
    };
  },
};

function contentOf(body: Buffer): readonly unknown[] {
  return JSON.parse(body.toString()) as unknown[];
}
