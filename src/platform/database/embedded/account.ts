import { lchown, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresUnavailable } from './errors.js';

/** An account of the operating system. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

// `_postgres` is what macOS calls it.
const CANDIDATES = ['postgres', '_postgres', 'nobody'];

/**
 * PostgreSQL refuses to run as root, so root lends the server another account: the owner of the files that are
 * there, else one that the system has for such purposes.
 *
 * @param owned the folders to look at, the most telling first
 * @returns `undefined` when this process is not root and runs the server itself
 * @throws EmbeddedPostgresUnavailable when root finds no account
 */
export async function serverAccount(owned: readonly string[]): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const known = await knownAccounts();
  for (const folder of owned) {
    const owner = await stat(folder).catch(() => undefined);
    if (owner && owner.uid !== 0) {
      const account = known.find(({ uid }) => uid === owner.uid);
      return account ?? { name: `with the id ${owner.uid}`, uid: owner.uid, gid: owner.gid };
    }
  }
  for (const candidate of CANDIDATES) {
    const account = known.find(({ name }) => name === candidate);
    if (account) return account;
  }
  throw new EmbeddedPostgresUnavailable(
    'PostgreSQL does not run as root, and there is no account "postgres" or "nobody" to run it as: start the service as an ordinary user, or set DATABASE_URL.',
  );
}

async function knownAccounts(): Promise<Account[]> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return passwd.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    // Negative and empty ids occur on some systems and are no use to chown.
    return name && /^[1-9]\d*$/.test(uid ?? '') ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

/** Makes `account` the owner of one file or folder. */
export async function handOver(path: string, account: Account | undefined): Promise<void> {
  if (account) await lchown(path, account.uid, account.gid);
}

/** Repairs a data folder that root restored or copied: the server starts only on files of its own. */
export async function handOverTree(folder: string, account: Account): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true })) {
    await lchown(join(folder, entry), account.uid, account.gid);
  }
  await lchown(folder, account.uid, account.gid);
}
