import {
  apiKeyPrefix,
  newCredential,
  type IssuedCredential,
} from '../../src/identity/application/credential-form.js';

/** Runs a statement in the database that the credential is for. */
type Query = (text: string) => Promise<{ secret: Buffer }[]>;

async function newestSecret(query: Query): Promise<Buffer> {
  const [row] = await query('SELECT secret FROM credential_secret ORDER BY id DESC LIMIT 1');
  return row!.secret;
}

/** A session id as the service issues it, for specs that write the session into the database. */
export async function newSessionId(query: Query): Promise<IssuedCredential> {
  return newCredential(await newestSecret(query), 'session');
}

/** An API key as the service issues it, for specs that write it into the database. */
export async function newApiKey(query: Query, id: string): Promise<IssuedCredential> {
  return newCredential(await newestSecret(query), 'apiKey', apiKeyPrefix(id));
}
