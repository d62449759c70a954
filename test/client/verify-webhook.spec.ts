import { createHmac, randomBytes } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import {
  verifyWebhook,
  WebhookVerificationError,
  type WebhookErrorReason,
  type WebhookHeaders,
  type WebhookMessage,
} from '../../packages/client/dist/index.js';
import { SecretBox } from '../../src/platform/secrets/secret-box.js';
import { WebhookSigner } from '../../src/webhooks/application/webhook-signer.js';

const ID = '6b0957d66ae1535605f146a9';
const MESSAGE = { type: 'group.changed', timestamp: '2026-03-02T16:05:00.000Z', data: { id: ID } };
/** With characters of several bytes. */
const BODY = JSON.stringify({ ...MESSAGE, note: 'Grüße 👋' });
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
const SECRET = newSecret();

interface Signed {
  readonly secret: string;
  readonly id: string;
  readonly at: Date;
  readonly body: string;
}

const headersOf = ({ id, at }: Signed, signature: string): Record<string, string> => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
  'webhook-signature': signature,
});

function byNode(signed: Signed): Record<string, string> {
  const { secret, id, at, body } = signed;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const text = `${id}.${Math.floor(at.getTime() / 1_000)}.${body}`;
  return headersOf(signed, `v1,${createHmac('sha256', key).update(text).digest('base64')}`);
}

function byService({ secret, id, at, body }: Signed): Record<string, string> {
  const keys = [randomBytes(32)];
  const signer = new WebhookSigner(new SecretBox(() => keys));
  return signer.headers({ id, at, body }, { webhookId: ID, sealed: [signer.seal(secret, ID)] });
}

const SIGNERS: Readonly<Record<string, (signed: Signed) => Record<string, string>>> = {
  svix: (signed) => headersOf(signed, new SvixWebhook(signed.secret).sign(signed.id, signed.at, signed.body)),
  standardwebhooks: (signed) =>
    headersOf(signed, new StandardWebhook(signed.secret).sign(signed.id, signed.at, signed.body)),
  'node:crypto': byNode,
  'the service': byService,
};

const signed = (given: Partial<Signed> = {}): Signed => ({
  secret: SECRET,
  id: ID,
  at: new Date(),
  body: BODY,
  ...given,
});
const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1_000);

async function reasonOf(call: Promise<WebhookMessage>): Promise<WebhookErrorReason> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof WebhookVerificationError)) throw new Error(`It is ${String(error)}.`);
  expect(error.message).toMatch(/^[A-Zw].+\.$/);
  return error.reason;
}

describe.each(Object.keys(SIGNERS))('a message signed by %s', (name) => {
  const sign = SIGNERS[name]!;

  it('is verified, as a string and as bytes', async () => {
    for (const body of [BODY, Buffer.from(BODY), new TextEncoder().encode(BODY)])
      expect(await verifyWebhook(sign(signed()), body, SECRET)).toEqual(JSON.parse(BODY));
  });

  it('is refused with another secret, body, id or time', async () => {
    const headers = sign(signed());
    const others: [WebhookHeaders, string, string][] = [
      [headers, BODY, newSecret()],
      [headers, BODY.replace('group', 'plan'), SECRET],
      [headers, `${BODY} `, SECRET],
      [{ ...headers, 'webhook-id': `${ID}0` }, BODY, SECRET],
      [{ ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1) }, BODY, SECRET],
    ];
    for (const other of others) expect(await reasonOf(verifyWebhook(...other))).toBe('SIGNATURE_WRONG');
  });
});

it.each([
  [299, undefined],
  [302, 'TOO_OLD'],
  [-298, undefined],
  [-302, 'TOO_NEW'],
] as const)('a message of %i seconds ago: %s', async (seconds, reason) => {
  const call = verifyWebhook(byNode(signed({ at: ago(seconds) })), BODY, SECRET);
  if (reason) expect(await reasonOf(call)).toBe(reason);
  else expect(await call).toMatchObject(MESSAGE);
});

it('takes headers in any form and case', async () => {
  const headers = byNode(signed());
  const upper = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
  );
  const node = { ...headers, 'set-cookie': ['a=1'], host: undefined };
  for (const each of [
    headers,
    upper,
    node,
    new Headers(headers),
    new Request('http://x', { headers }).headers,
  ])
    expect(await verifyWebhook(each, BODY, SECRET)).toMatchObject(MESSAGE);
});

it('refuses a message without one of the headers, or with one that is there twice', async () => {
  const headers = byNode(signed());
  for (const name of Object.keys(headers)) {
    const { [name]: value, ...others } = headers;
    for (const each of [others, { ...others, [name]: '' }, { ...others, [name]: [value!, value!] }])
      expect(await reasonOf(verifyWebhook(each, BODY, SECRET))).toBe('HEADER_MISSING');
    expect(await reasonOf(verifyWebhook(new Headers(others), BODY, SECRET))).toBe('HEADER_MISSING');
  }
});

it('takes one right signature among several, whichever it is', async () => {
  const headers = byNode(signed());
  const right = headers['webhook-signature']!;
  const wrong = byNode(signed({ secret: newSecret() }))['webhook-signature']!;
  const verify = (signature: string) =>
    verifyWebhook({ ...headers, 'webhook-signature': signature }, BODY, SECRET);
  for (const several of [`${wrong} ${right}`, `${right} ${wrong}`, `v1a,x v1,? v1, ${right}`])
    expect(await verify(several)).toMatchObject(MESSAGE);
  for (const none of [
    `${wrong} ${wrong}`,
    right.replace('v1,', 'v2,'),
    right.slice('v1,'.length),
    'v1,',
    ' ',
  ])
    expect(await reasonOf(verify(none))).toBe('SIGNATURE_WRONG');
  expect(await reasonOf(verify(right.slice(0, -8)))).toBe('SIGNATURE_WRONG');
});

it.each(['soon', '-1', '1e9', '', '0x6', '9'.repeat(13)])('refuses the time %j', async (timestamp) => {
  const call = verifyWebhook({ ...byNode(signed()), 'webhook-timestamp': timestamp }, BODY, SECRET);
  expect(await reasonOf(call)).toBe(timestamp === '' ? 'HEADER_MISSING' : 'TIMESTAMP_MALFORMED');
});

it.each(['', 'whsec_', 'whsec_not Base64!', 'whsec_ä'])('names the malformed secret %j', async (secret) => {
  expect(await reasonOf(verifyWebhook(byNode(signed()), BODY, secret))).toBe('SECRET_MALFORMED');
});

it('names a signed body that is not JSON', async () => {
  const body = 'changed';
  expect(await reasonOf(verifyWebhook(byNode(signed({ body })), body, SECRET))).toBe('BODY_MALFORMED');
});

it('has a type for each message', async () => {
  const shown = (message: WebhookMessage): string => {
    if (message.type === 'changes.waiting') return String(message.data.count ?? 'many');
    if (message.type === 'webhook.test') return 'test';
    return message.type === 'plan.deleted' ? `plan ${message.data.id}` : message.data.id;
  };
  const sent = async (content: object): Promise<string> => {
    const body = JSON.stringify({ timestamp: MESSAGE.timestamp, ...content });
    return shown(await verifyWebhook(byNode(signed({ body })), body, SECRET));
  };
  expect(await sent({ type: 'changes.waiting', data: { count: 2_000 } })).toBe('2000');
  expect(await sent({ type: 'webhook.test', data: {} })).toBe('test');
  expect(await sent({ type: 'plan.deleted', data: { id: ID } })).toBe(`plan ${ID}`);
  expect(await sent({ type: 'area.changed', data: { id: ID } })).toBe(ID);
});
