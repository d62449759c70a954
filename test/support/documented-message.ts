import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { DOCUMENT, readDocument } from './document.js';

interface Documented {
  readonly webhooks: Readonly<
    Record<
      string,
      {
        readonly post: {
          readonly parameters: readonly { readonly name: string; readonly required?: boolean }[];
          readonly requestBody: {
            readonly content: { readonly 'application/json': { readonly example: unknown } };
          };
        };
      }
    >
  >;
}

const document = readDocument<Documented>();
const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
ajv.addSchema(document, DOCUMENT);

/** The types of messages in `openapi.json`, each with its example. */
export const DOCUMENTED_MESSAGES: ReadonlyMap<string, unknown> = new Map(
  Object.entries(document.webhooks).map(([type, { post }]) => [
    type,
    post.requestBody.content['application/json'].example,
  ]),
);

/** Differences between a message and its entry in `webhooks` of `openapi.json`. */
export function messageProblems(headers: Readonly<Record<string, unknown>>, body: unknown): string[] {
  const { type } = body as { type: string };
  const documented = document.webhooks[type];
  if (!documented) return [`${type} is not documented`];
  const missing = documented.post.parameters
    .filter(({ name, required }) => required && headers[name.toLowerCase()] === undefined)
    .map(({ name }) => `${type}: ${name} is missing`);
  const pointer = `#/webhooks/${type}/post/requestBody/content/application~1json/schema`;
  const validate = ajv.getSchema(`${DOCUMENT}${pointer}`)!;
  if (validate(body)) return missing;
  return [
    ...missing,
    ...(validate.errors ?? []).map((error) => `${type}${error.instancePath} ${error.message}`),
  ];
}
