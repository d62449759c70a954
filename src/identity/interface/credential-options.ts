import { Option } from 'commander';
import { acceptedBy, duration, id } from '../../platform/cli/arguments.js';
import { checkLifetime } from '../domain/identity.rules.js';

export function apiKeyOption(): Option {
  return new Option('--id <id>', 'id of the key, which is the middle part of the key')
    .argParser(id)
    .makeOptionMandatory();
}

export function ttlOption(usual: string): Option {
  const lifetime = (text: string): number => acceptedBy(checkLifetime)(duration(text));
  return new Option('--ttl <duration>', 'time for which it is valid, in s, m, h or d')
    .argParser(lifetime)
    .default(lifetime(usual), usual);
}

/** Shown beside a new credential. */
export function credentialNote(expiresAt: Date): string {
  return `Expires ${expiresAt.toISOString()}. It cannot be shown again.`;
}
