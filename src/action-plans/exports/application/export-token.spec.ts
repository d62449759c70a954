import { createHash } from 'node:crypto';
import { exportTokenDigest, newExportToken } from './export-token.js';

describe('export tokens', () => {
  it('are 256 random bits, of which the digest is stored', () => {
    const [{ token, digest }, other] = [newExportToken(), newExportToken()];
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(other.token).not.toBe(token);
    expect(digest).toEqual(createHash('sha256').update(token).digest());
    expect(exportTokenDigest(token)).toEqual(digest);
  });

  it.each(['', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}.`, `${'a'.repeat(43)}\n`])(
    'are not looked up for %j',
    (text) => {
      expect(exportTokenDigest(text)).toBeUndefined();
    },
  );
});
