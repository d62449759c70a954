import { Option } from 'commander';
import { company, count, user } from './arguments.js';

/** Listed at most without `--limit`. */
const DEFAULT_LIMIT = 1_000;

/** The mandatory option that names a company. */
export function companyOption(): Option {
  return new Option('--company <id|name>', 'id of the company, or its name if no other has the same')
    .argParser(company)
    .makeOptionMandatory();
}

/** A mandatory option that names a user. */
export function userOption(name = '--user', who = 'the user'): Option {
  return optionalUserOption(name, who).makeOptionMandatory();
}

/** An option that names a user. */
export function optionalUserOption(name: string, who: string): Option {
  return new Option(`${name} <id|email>`, `id of ${who}, or the e-mail address`).argParser(user);
}

/** The most records that a list shows. */
export function limitOption(): Option {
  return new Option('--limit <number>', 'how many to show at most, the newest first')
    .argParser(count)
    .default(DEFAULT_LIMIT);
}
