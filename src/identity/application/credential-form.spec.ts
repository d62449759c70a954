import { createHash, randomBytes } from 'node:crypto';
import {
  apiKeyPrefix,
  contentOf,
  digestOf,
  hasForm,
  isGenuine,
  newCredential,
  signed,
} from './credential-form.js';

const SECRET = randomBytes(32);
const KEY_ID = '0123456789abcdef01234567';

const KINDS = [
  { kind: 'session', prefix: '', pattern: /^[\w-]{59}$/ },
  { kind: 'apiKey', prefix: apiKeyPrefix(KEY_ID), pattern: /^wes_0123456789abcdef01234567_[\w-]{59}$/ },
  { kind: 'exportLink', prefix: '', pattern: /^[\w-]{59}$/ },
] as const;

describe.each(KINDS)('a credential of the kind $kind', ({ kind, prefix, pattern }) => {
  const { credential, digest } = newCredential(SECRET, kind, prefix);

  it('has 256 random bits and a check value, and is stored as a digest', () => {
    expect(credential).toMatch(pattern);
    expect(hasForm(kind, credential)).toBe(true);
    const bits = (text: string) => Buffer.from(text.slice(prefix.length).slice(0, 43), 'base64url');
    expect(bits(credential)).toHaveLength(32);
    expect(bits(newCredential(SECRET, kind, prefix).credential)).not.toEqual(bits(credential));
    expect(digest).toEqual(createHash('sha256').update(credential).digest());
    expect(digestOf(credential)).toEqual(digest);
  });

  it('is genuine with any of the accepted secrets, and with no other', () => {
    expect(isGenuine([SECRET, randomBytes(32)], kind, credential)).toBe(true);
    expect(isGenuine([randomBytes(32), SECRET], kind, credential)).toBe(true);
    expect(isGenuine([randomBytes(32), randomBytes(32)], kind, credential)).toBe(false);
    expect(isGenuine([], kind, credential)).toBe(false);
  });

  it('is not genuine when one of its characters is another one', () => {
    for (let at = 0; at < credential.length; at++) {
      const changed = credential[at] === 'a' ? 'b' : 'a';
      const text = credential.slice(0, at) + changed + credential.slice(at + 1);
      expect([text, isGenuine([SECRET], kind, text)]).toEqual([text, false]);
    }
  });

  it('has not the form when something is missing, added or no letter of base64url', () => {
    const others = ['', 'nonsense', credential.slice(1), credential.slice(0, -1), `${credential}A`];
    for (const text of [...others, `${credential}\n`, ` ${credential}`, `${credential.slice(0, -1)}.`])
      expect([text, hasForm(kind, text)]).toEqual([text, false]);
  });

  it('is of no use as another kind', () => {
    for (const other of KINDS.filter((each) => each.kind !== kind))
      expect(hasForm(other.kind, credential) && isGenuine([SECRET], other.kind, credential)).toBe(false);
  });
});

describe('a token of a known content', () => {
  const content = Buffer.from(KEY_ID + KEY_ID, 'hex').toString('base64url');
  const token = signed(SECRET, 'wishesLink', content);

  it('has the content and a check value, the same each time', () => {
    expect(token).toMatch(/^[\w-]{48}$/);
    expect(signed(SECRET, 'wishesLink', content)).toBe(token);
    expect([hasForm('wishesLink', token), contentOf(token)]).toEqual([true, content]);
    expect(isGenuine([randomBytes(32), SECRET], 'wishesLink', token)).toBe(true);
    expect(isGenuine([randomBytes(32)], 'wishesLink', token)).toBe(false);
  });

  it('is of no use with another content or as another kind', () => {
    const other = Buffer.from(KEY_ID + KEY_ID.replace('0', '1'), 'hex').toString('base64url');
    expect(isGenuine([SECRET], 'wishesLink', other + token.slice(content.length))).toBe(false);
    for (const { kind } of KINDS) {
      expect(hasForm(kind, token)).toBe(false);
      expect(isGenuine([SECRET], kind, token)).toBe(false);
    }
  });
});
