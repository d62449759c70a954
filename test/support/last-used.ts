import type { TestApp } from './test-app.js';

/** A stored credential: the session of a user, or the API key of an integration. */
export type Credential =
  { readonly kind: 'session'; readonly userId: string } | { readonly kind: 'apiKey'; readonly key: string };

function rowOf(credential: Credential): [table: string, condition: string, value: string] {
  return credential.kind === 'session'
    ? ['session', 'user_id = $1', credential.userId]
    : ['api_key', 'id = $1', credential.key.slice(4, 28)];
}

/** Changes the recorded last use of a credential. */
export async function setLastUsed(app: TestApp, credential: Credential, secondsAgo: number): Promise<void> {
  const [table, condition, value] = rowOf(credential);
  const lastUsedAt = new Date(Date.now() - 1_000 * secondsAgo);
  await app.sql(`UPDATE ${table} SET last_used_at = $2 WHERE ${condition}`, [value, lastUsedAt]);
}

/** Seconds since the recorded last use of a credential. */
export async function secondsSinceLastUse(app: TestApp, credential: Credential): Promise<number> {
  const [table, condition, value] = rowOf(credential);
  const [row] = await app.sql<{ at: Date }>(`SELECT last_used_at AS at FROM ${table} WHERE ${condition}`, [
    value,
  ]);
  return (Date.now() - row!.at.getTime()) / 1_000;
}
