// A process of its own, so that what it does delays nothing that the program measures.
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { ATTACKS, type AttackContext, type Sender } from './attacks.js';

export interface AttackOrder {
  readonly name: string;
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly context: AttackContext;
}

/** Numbers of answers by their status; 0 is no answer. */
export type AttackStatuses = Readonly<Record<string, number>>;

const HANGING_MS = 30_000;
const over = new AbortController();
const statuses: Record<string, number> = {};

function senderOf({ baseUrl, headers }: AttackOrder): Sender {
  const agent = new Agent({ keepAlive: true });
  const once: Sender['send'] = (method, path, body, type = 'application/json') =>
    new Promise((resolve) => {
      const fail = (): void => resolve({ status: 0, body: '' });
      const isScim = path.includes('/scim/');
      const { serviceAPIKey: _, ...bearer } = headers;
      const sent = request(baseUrl + path, {
        ...{ method, agent, signal: AbortSignal.any([over.signal, AbortSignal.timeout(HANGING_MS)]) },
        headers: {
          ...(isScim ? bearer : headers),
          ...(body !== undefined && { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }),
        },
      });
      sent.on('error', fail);
      sent.on('response', (answer) => {
        text(answer).then((all) => resolve({ status: answer.statusCode ?? 0, body: all }), fail);
      });
      sent.end(body);
    });
  return {
    over: over.signal,
    async send(...call) {
      const result = await once(...call);
      if (!over.signal.aborted) statuses[result.status] = (statuses[result.status] ?? 0) + 1;
      return result;
    },
  };
}

process.on('disconnect', () => process.exit());
process.on('message', (message: AttackOrder | 'stop') => {
  if (message === 'stop') {
    over.abort();
    process.send!(statuses);
    return;
  }
  void ATTACKS[message.name]!(senderOf(message), message.context);
});

process.send!('ready');
