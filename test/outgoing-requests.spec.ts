import { readdirSync, readFileSync } from 'node:fs';

const CALL = /^(?!\s*(?:\/\/|\*|\/\*)).*(?:\bfetch\(|\bhttps?\.(?:get|request)\()/m;
const CLIENT =
  /^import .* from '(?:undici|axios|got|node-fetch|node:https|node:http2|node:dgram|node:dns[^']*)'/m;
const CONNECTION =
  /^import \{[^}]*\b(?:connect|createConnection|Socket|request)\b[^}]*\} from 'node:(?:net|tls|http)'/m;

/** Its connections go through an agent that refuses addresses of our own network (test/e2e/webhooks, test/e2e/sign-in). */
const FILTERING_SENDER = 'src/platform/outgoing/filtered-requests.ts';

/** Asks the name servers of the machine for the addresses of hosts. */
const NAME_LOOKUP = 'src/platform/outgoing/name-lookup.ts';

/** Runs in the browser of the page `/docs`, and asks the service itself. */
const PAGE = 'src/platform/http/openapi/sign-in-plugin.ts';

/** The clients of PostgreSQL, Redis, SMTP and S3 are libraries, which connect to addresses of the settings. */
it('but for one filter, the service requests no address that others give: no other code has a network client', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => `src/${file}`);
  const clients = files.filter((file) => {
    const text = readFileSync(file, 'utf8');
    return [CALL, CLIENT, CONNECTION].some((sign) => sign.test(text));
  });
  expect(clients.sort()).toEqual([PAGE, FILTERING_SENDER, NAME_LOOKUP]);
});
