import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { property } from '../errors/sql-error-facts.js';

const ALGORITHM = 'aes-256-gcm';

/** Length of a key, in bytes. */
export const SECRETS_KEY_BYTES = 32;

/** Bytes of the digest of a key, before each text: they say which key opens it. */
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The file with the key of a service that is tried out, in its data folder. */
const FILE_NAME = 'secrets-key';

/** A stored secret was encrypted with a key that `SECRETS_KEY` does not have. */
export class SecretsKeyMissing extends Error {
  constructor() {
    super('SECRETS_KEY: a stored secret needs another key; name it after the new one, separated by a comma');
  }
}

/** Encrypts secrets that the service stores and needs again, by a key that the database does not have. */
export class SecretBox {
  private known: readonly Buffer[] | undefined;

  /** @param read - reads the keys when the first secret needs them: the first one encrypts, all of them decrypt */
  constructor(private readonly read: () => readonly Buffer[]) {}

  private get keys(): readonly Buffer[] {
    return (this.known ??= this.read());
  }

  /** @param owner - of the secret: a copy of the result in another place does not open */
  seal(secret: string, owner: string): Buffer {
    const key = this.keys[0] as Buffer;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(owner));
    const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([keyIdOf(key), nonce, cipher.getAuthTag(), text]);
  }

  /** @throws {SecretsKeyMissing} */
  open(sealed: Buffer, owner: string): string {
    const keyId = sealed.subarray(0, KEY_ID_BYTES);
    const key = this.keys.find((each) => keyIdOf(each).equals(keyId));
    if (!key) throw new SecretsKeyMissing();
    const [nonceAt, tagAt] = [KEY_ID_BYTES, KEY_ID_BYTES + NONCE_BYTES];
    const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(nonceAt, tagAt))
      .setAAD(Buffer.from(owner))
      .setAuthTag(sealed.subarray(tagAt, tagAt + TAG_BYTES));
    const text = Buffer.concat([decipher.update(sealed.subarray(tagAt + TAG_BYTES)), decipher.final()]);
    return text.toString('utf8');
  }

  /**
   * Keyed hashes of a value, by each key, that of the first one first. An equal value has one of them in common, and
   * without the keys no value can be guessed from them.
   * @param purpose - values of different purposes have nothing in common
   */
  hashes(value: string, purpose: string): Buffer[] {
    return this.keys.map((key) => {
      const own = createHmac('sha256', key).update(purpose).digest();
      return createHmac('sha256', own).update(value).digest();
    });
  }

  /** True for a secret that the first key has encrypted. */
  isCurrent(sealed: Buffer): boolean {
    return keyIdOf(this.keys[0] as Buffer).equals(sealed.subarray(0, KEY_ID_BYTES));
  }
}

function keyIdOf(key: Buffer): Buffer {
  return createHash('sha256').update(key).digest().subarray(0, KEY_ID_BYTES);
}

/** The key of a service outside of production, which the first process makes for all that use the data folder. */
export function keyInFolder(folder: string): Buffer {
  const path = join(folder, FILE_NAME);
  if (existsSync(path)) return readKey(path);
  try {
    mkdirSync(folder, { recursive: true });
    // Linked when it is whole: another process never reads a part of it.
    const written = `${path}.${process.pid}`;
    writeFileSync(written, randomBytes(SECRETS_KEY_BYTES).toString('base64'), { mode: 0o600 });
    try {
      linkSync(written, path);
    } finally {
      rmSync(written);
    }
  } catch (error) {
    if (property(error, 'code') !== 'EEXIST') throw error;
  }
  return readKey(path);
}

function readKey(path: string): Buffer {
  return Buffer.from(readFileSync(path, 'utf8'), 'base64');
}
