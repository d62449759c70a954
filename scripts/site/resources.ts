import { document, endpoints, exampleOf, resolve, sampleOf } from './document.js';
import type { Endpoint, Media, Operation, Parameter, Response } from './document.js';
import { code, page, slug, table } from './markdown.js';
import { namesIn, schemaSection, typeOf } from './schemas.js';

export interface SitePage {
  readonly title: string;
  /** Below `docs`. */
  readonly file: string;
  readonly content: () => string;
}

/** A page for each resource: its operations, and the objects that they take and answer. */
export function resourcePages(): SitePage[] {
  return document.tags.map(({ name, description }) => ({
    title: name,
    file: resourceFile(name),
    content: () => {
      const own = endpoints.filter(({ operation }) => operation.tags[0] === name);
      const names = new Set(
        own.flatMap((each) => mediaOf(each).flatMap(({ schema }) => [...namesIn(schema)])),
      );
      return page(
        `# ${name}`,
        description,
        table(
          ['Operation', 'Request'],
          own.map(({ method, path, operation }) => [
            `[${operation.summary}](#${operation.operationId})`,
            `\`${method} ${path}\``,
          ]),
        ),
        ...own.map(operationSection),
        names.size === 0 ? '' : '## Objects',
        ...[...names].map(schemaSection),
      );
    },
  }));
}

/** The page of a resource, below `docs`. */
export function resourceFile(tag: string): string {
  return `reference/${slug(tag)}.md`;
}

function answersOf({ responses }: Operation): [status: string, response: Response][] {
  return Object.entries(responses).map(([status, each]) => [status, resolve<Response>(each)]);
}

function isSuccess([status]: readonly [string, unknown]): boolean {
  return status.startsWith('2');
}

function mediaOf({ operation }: Endpoint): Media[] {
  const answers = answersOf(operation).filter(isSuccess);
  return [operation.requestBody, ...answers.map(([, response]) => response)].flatMap((each) =>
    Object.values(each?.content ?? {}),
  );
}

function operationSection(endpoint: Endpoint): string {
  const { method, path, operation } = endpoint;
  const parameters = (operation.parameters ?? []).map((each) => resolve<Parameter>(each));
  const [body] = Object.entries(operation.requestBody?.content ?? {});
  const permission = operation['x-permission'];
  return page(
    `## ${operation.summary} {#${operation.operationId}}`,
    `\`${method} ${path}\``,
    operation.deprecated === true ? '**Deprecated:** see [Versions](../versions.md).' : '',
    operation.description ?? '',
    [
      `Operation \`${operation.operationId}\`.`,
      credentialOf(operation),
      permission === undefined ? '' : `Permission \`${permission}\`.`,
    ]
      .join(' ')
      .trim(),
    parameters.length === 0 ? '' : parametersTable(parameters),
    body ? `The body is ${typeOf(body[1].schema)}, as \`${body[0]}\`.` : '',
    'Request:',
    code('sh', curlOf(endpoint, parameters, body)),
    ...answersOf(operation).filter(isSuccess).map(answerSection),
    errorsOf(operation),
  );
}

function credentialHeader({ security }: Operation): string | undefined {
  const [scheme] = Object.keys(security?.[0] ?? {});
  return scheme === undefined ? undefined : document.components.securitySchemes[scheme]?.name;
}

function credentialOf(operation: Operation): string {
  const header = credentialHeader(operation);
  return header === undefined ? 'No credential.' : `Credential in the header \`${header}\`.`;
}

function parametersTable(parameters: readonly Parameter[]): string {
  const rows = parameters.map((each) => [
    `\`${each.name}\``,
    each.in,
    each.in === 'path' ? 'string' : typeOf(each.schema),
    each.required === true ? 'yes' : '',
    each.description ?? '',
  ]);
  return table(['Parameter', 'In', 'Type', 'Required', 'Description'], rows);
}

const VARIABLES: Readonly<Record<string, string>> = { SessionId: 'SESSION_ID', serviceAPIKey: 'API_KEY' };

/** A request in a shell that has the address of the service and the credential in variables. */
function curlOf(
  { method, path, operation }: Endpoint,
  parameters: readonly Parameter[],
  body: readonly [type: string, media: Media] | undefined,
): string {
  const query = parameters
    .filter((each) => each.in === 'query' && each.required === true)
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(sampleOf(schema)))}`);
  const filled = path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => `$${name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`,
  );
  const header = credentialHeader(operation);
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}"$BASE_URL${[filled, ...query].join('?')}"`];
  if (header !== undefined) lines.push(`-H "${header}: $${VARIABLES[header] ?? header}"`);
  if (body) {
    const [type, media] = body;
    lines.push(`-H 'Content-Type: ${type}'`);
    const example = exampleOf(media);
    const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
    lines.push(`-d '${text.replaceAll("'", `'\\''`)}'`);
  }
  return lines.join(' \\\n  ');
}

function answerSection([status, response]: readonly [string, Response]): string {
  const [content] = Object.entries(response.content ?? {});
  const text = `Answer ${status}: ${response.description}`;
  if (!content) return text;
  const [type, media] = content;
  if (type === 'application/json') {
    const example = code('json', JSON.stringify(exampleOf(media), null, 2));
    return page(text, `The body is ${typeOf(media.schema)}.`, example).trimEnd();
  }
  const example = exampleOf(media);
  const isText = type.startsWith('text/plain') && typeof example === 'string';
  return page(`${text} The body is \`${type}\`.`, isText ? code('text', example) : '').trimEnd();
}

function errorsOf(operation: Operation): string {
  const rows = answersOf(operation)
    .filter(([status]) => status >= '400')
    .map(([status, response]) => [
      status,
      (response['x-error-codes'] ?? []).map((each) => `[\`${each}\`](errors.md#${each})`).join(', ') ||
        response.description,
    ]);
  return rows.length === 0 ? '' : page('Errors:', table(['Status', 'Codes'], rows)).trimEnd();
}
