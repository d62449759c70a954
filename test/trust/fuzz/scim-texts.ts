import { GROUP_SCHEMA } from '../../../src/scim/domain/group-schema.js';
import { USER_URN } from '../../../src/scim/domain/scim-urns.js';
import { USER_SCHEMAS } from '../../../src/scim/domain/user-schemas.js';
import type { Random } from '../harness/random.js';
import { HOSTILE_TEXTS } from './hostile.js';

const DEEPEST = 4;
const OPERATORS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le', 'EQ', 'Co', 'xx', ''];
const WORDS = ['Ana', 'work', 'jo@example.com', 'True', '2026-03-01T00:00:00Z', '', ' ', 'x'.repeat(256)];
const OTHER_PATHS = [
  ...['id', 'schemas', 'meta', 'meta.created', 'meta.lastModified', 'members', 'members.value', 'title'],
  ...['addresses[type eq "work"].locality', 'nothing', 'a.b.c', '.', '..', 'a[', ']', 'emails[', 'emails[]'],
  ...['__proto__', 'constructor.prototype', 'name.__proto__', 'toString', 'urn:x:y', 'x'.repeat(3_000), ''],
];

/** Paths to all attributes of users and groups. */
const PATHS: readonly string[] = [...USER_SCHEMAS, GROUP_SCHEMA].flatMap(({ id, attributes }) =>
  attributes.flatMap(({ name, subAttributes = [] }) => {
    const path = id === USER_URN || id === GROUP_SCHEMA.id ? name : `${id}:${name}`;
    return [path, `${id}:${name}`, ...subAttributes.map((part) => `${path}.${part.name}`)];
  }),
);

/** Makes texts that clients of SCIM send: mostly as the grammar says, else nearly so, or hostile. */
export class ScimTexts {
  /** @param known - ids and names of people and groups */
  constructor(
    private readonly random: Random,
    readonly known: string[] = [],
  ) {}

  word(): string {
    const { random, known } = this;
    if (known.length > 0 && random.chance(0.4)) return random.pick(known);
    return random.pick(random.chance(0.6) ? WORDS : HOSTILE_TEXTS);
  }

  path(): string {
    const { random } = this;
    const path = random.chance(0.8) ? random.pick(PATHS) : random.pick(OTHER_PATHS);
    if (random.chance(0.1)) return path.toUpperCase();
    return random.chance(0.15) ? `${path}[${this.filter()}]${random.pick(['', '.value', '.x'])}` : path;
  }

  filter(depth = 0): string {
    const { random } = this;
    const inside = (): string => this.filter(depth + 1);
    if (depth === 0 && random.chance(0.15)) return this.broken();
    if (depth >= DEEPEST || random.chance(0.5)) return this.comparison();
    return random.pick([
      () => `${inside()} and ${inside()}`,
      () => `${inside()} or ${inside()}`,
      () => `not (${inside()})`,
      () => `(${inside()})`,
      () => `${random.pick(PATHS)}[${inside()}]`,
    ])();
  }

  private comparison(): string {
    const { random } = this;
    const path = random.pick(random.chance(0.9) ? PATHS : OTHER_PATHS);
    if (random.chance(0.15)) return `${path} pr`;
    const value = random.chance(0.8)
      ? JSON.stringify(this.word())
      : random.pick(['true', 'false', 'null', '1', '-1.5e3', 'word', '"', '"a', '\\', '{}']);
    return `${path} ${random.pick(OPERATORS)} ${value}`;
  }

  /** A filter without one of its letters, or with many brackets. */
  private broken(): string {
    const { random } = this;
    const filter = this.filter(1);
    const at = random.below(filter.length);
    return random.pick([
      () => filter.slice(0, at) + filter.slice(at + 1),
      () => filter.slice(0, at),
      () => `${filter} ${filter.slice(at)}`,
      () => '('.repeat(random.below(1_500)) + filter,
      () => `${'not ('.repeat(9)}${filter}${')'.repeat(9)}`,
      () => random.pick(HOSTILE_TEXTS),
      () => `userName eq "${'\\"'.repeat(900)}`,
    ])();
  }
}
