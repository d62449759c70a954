import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scimUrl, type ScimEndpoint, type ScimOutcome } from './endpoint.js';

interface Item {
  readonly name: string;
  item?: Item[];
  request?: { url: string | { readonly raw: string }; auth?: unknown };
}

interface Run {
  readonly stats: Readonly<Record<'requests' | 'assertions', { readonly total: number }>>;
  readonly failures: readonly {
    readonly source?: { readonly name: string };
    readonly error: { readonly name: string; readonly test?: string; readonly message: string };
  }[];
}

/**
 * Runs a collection of Postman by newman, without its request for a token, which is for another service.
 * @param folder - has newman, and is written to
 * @param values - the environment of the collection
 */
export async function runCollection(
  { newman, folder }: { readonly newman: string; readonly folder: string },
  file: string,
  endpoint: ScimEndpoint,
  values: Readonly<Record<string, string>>,
): Promise<ScimOutcome> {
  const collection = JSON.parse(await readFile(file, 'utf8')) as { item: Item[]; auth?: unknown };
  collection.item = collection.item.filter(({ name }) => name !== 'Get Token');
  collection.auth = { type: 'bearer', bearer: [{ key: 'token', value: endpoint.key, type: 'string' }] };
  const address = scimUrl(endpoint);
  for (const { request } of requestsOf(collection.item)) {
    delete request.auth;
    const { url } = request;
    const raw = typeof url === 'string' ? url : url.raw;
    const path = typeof url === 'string' || !('path' in url) ? undefined : (url.path as string[]).at(-1);
    // The request has the path in its parts, which may differ from the text in case.
    const written = path === undefined || raw.includes('?') ? raw : raw.replace(/[^/]*$/, path);
    request.url = written
      .replace(/^.*\{\{Api\}\}/, address)
      .replace(/^https:\/\/\{\{endpoint\}\}\/scim/, address);
  }
  const [input, environment, output] = ['collection', 'environment', 'run'].map((name) =>
    join(folder, `${name}.json`),
  ) as [string, string, string];
  const environmentValues = Object.entries({ token: endpoint.key, ...values }).map(([key, value]) => ({
    key,
    value,
  }));
  await writeFile(input, JSON.stringify(collection));
  await writeFile(environment, JSON.stringify({ name: 'wes', values: environmentValues }));
  await run(newman, [
    'run',
    input,
    '-e',
    environment,
    '--reporters',
    'json',
    '--reporter-json-export',
    output,
  ]);
  const { run: result } = JSON.parse(await readFile(output, 'utf8')) as { run: Run };
  return {
    requests: result.stats.requests.total,
    assertions: result.stats.assertions.total,
    failures: result.failures.map(({ source, error }) => `${source?.name}: ${error.test ?? error.message}`),
  };
}

function requestsOf(items: readonly Item[]): { request: NonNullable<Item['request']> }[] {
  return items.flatMap(({ item, request }) => (item ? requestsOf(item) : request ? [{ request }] : []));
}

/** Newman exits with 1 where assertions fail, which its report has. */
function run(command: string, parameters: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(command, parameters, (error) => {
      if (error && error.code !== 1) reject(new Error(error.message));
      else resolve();
    });
  });
}
