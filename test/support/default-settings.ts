import { readFileSync } from 'node:fs';

/** The settings of the service with their defaults. */
export const DEFAULT_SETTINGS: Readonly<Record<string, string>> = Object.fromEntries(
  [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [
    name!,
    value!,
  ]),
);
