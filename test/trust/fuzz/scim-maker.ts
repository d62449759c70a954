import { CORE, ENTERPRISE, PATCH_OP, WORKFORCE } from '../../support/scim-fixture.js';
import type { ScimOperation } from '../../support/scim-operations.js';
import type { Random } from '../harness/random.js';
import type { WireRequest } from '../harness/wire-client.js';
import { HOSTILE_BODIES, HOSTILE_CREDENTIALS, HOSTILE_HEADERS, HOSTILE_SEGMENTS } from './hostile.js';
import { ScimTexts } from './scim-texts.js';

const UNKNOWN_ID = '665f1c2ab7e4d90012ab34cd';
const TYPES = ['application/scim+json', 'application/json', 'application/scim+json; charset=utf-8'];
const ACCEPTED = ['application/scim+json', '*/*', 'text/html', ''];
const NUMBERS = ['0', '1', '2', '5', '-1', '501', '999999999', '1e3', 'x', ''];
const MOST_OPERATIONS = 5;
const MOST_ENTRIES = 4;
const UNIQUE = 1e9;

/** Makes requests of SCIM for one company. */
export class ScimMaker {
  readonly texts: ScimTexts;
  /** Ids of people and groups, by the words in their paths. */
  readonly ids: Record<'Users' | 'Groups', string[]> = { Users: [], Groups: [] };
  readonly cursors: string[] = [];

  constructor(
    private readonly random: Random,
    private readonly key: string,
  ) {
    this.texts = new ScimTexts(random);
  }

  make(operation: ScimOperation): WireRequest {
    const { random } = this;
    const body = this.body(operation);
    const isWrong = random.chance(0.03);
    const credential = { Authorization: `Bearer ${this.key}` };
    return {
      method: isWrong ? random.pick(['PUT', 'POST', 'TRACE', 'OPTIONS', 'HEAD']) : operation.method,
      path: this.path(operation) + this.query(operation),
      headers: {
        ...(random.chance(0.97)
          ? credential
          : random.pick([{}, this.hostile(), { serviceAPIKey: this.key }])),
        ...(body !== undefined && { 'Content-Type': random.pick(TYPES) }),
        ...(random.chance(0.3) && { Accept: random.pick(ACCEPTED) }),
        ...(random.chance(0.1) && { 'If-Match': random.pick(['*', 'W/"x"', '"x"', 'x', '']) }),
        ...(random.chance(0.05) && random.pick(HOSTILE_HEADERS)),
      },
      ...(body !== undefined && { body }),
    };
  }

  private hostile(): Record<string, string> {
    const text = this.random.pick(HOSTILE_CREDENTIALS);
    return { Authorization: Buffer.from(`Bearer ${text}`, 'utf8').toString('latin1') };
  }

  private path({ path, hasLowerCase }: ScimOperation): string {
    const { random } = this;
    const known = this.ids[path.includes('/Groups') ? 'Groups' : 'Users'];
    const id = random.chance(0.85) && known.length > 0 ? random.pick(known) : undefined;
    const other = random.chance(0.5) ? UNKNOWN_ID : random.pick(HOSTILE_SEGMENTS);
    const lower = hasLowerCase && random.chance(0.1);
    const cased = lower ? path.replace(/Users|Groups/, (name) => name.toLowerCase()) : path;
    return cased.replace('{id}', id ?? other);
  }

  private query({ isList }: ScimOperation): string {
    const { random, texts } = this;
    const names = Array.from({ length: random.below(4) }, () => texts.path()).join();
    const listed: Record<string, string> = {
      ...(random.chance(0.7) && { filter: texts.filter() }),
      ...(random.chance(0.2) && { sortBy: texts.path(), sortOrder: random.pick(['descending', 'x']) }),
      ...(random.chance(0.4) && { count: random.pick(NUMBERS) }),
      ...(random.chance(0.3) && { startIndex: random.pick(NUMBERS) }),
      ...(random.chance(0.2) && { cursor: random.pick(['', 'x', UNKNOWN_ID, ...this.cursors]) }),
    };
    const parameters = {
      ...(isList && listed),
      ...(random.chance(0.15) && { attributes: names }),
      ...(random.chance(0.15) && { excludedAttributes: names }),
      ...(random.chance(0.05) && { filter: texts.filter(), [texts.word()]: texts.word() }),
    };
    if (Object.keys(parameters).length === 0) return '';
    return `?${new URLSearchParams(asUnicode(parameters)).toString()}`;
  }

  private body({ operationId, body, method }: ScimOperation): string | Buffer | undefined {
    const { random } = this;
    if (!body && !random.chance(0.02)) return undefined;
    if (random.chance(0.05)) return random.pick(HOSTILE_BODIES);
    if (method === 'PATCH') return JSON.stringify({ schemas: [PATCH_OP], Operations: this.operations() });
    return JSON.stringify(operationId.endsWith('Group') ? this.group() : this.user());
  }

  private user(): object {
    const { random, texts } = this;
    const userName = random.chance(0.7) ? `fuzz${random.below(UNIQUE)}@example.com` : this.value();
    const whole: Record<string, unknown> = {
      schemas: [CORE],
      userName,
      externalId: random.chance(0.7) ? `fuzz-${random.below(UNIQUE)}` : this.value(),
      active: random.chance(0.7) ? random.pick([true, false, 'True', 'False']) : this.value(),
      displayName: random.chance(0.7) ? 'Ana' : this.value(),
      name: random.chance(0.7) ? { givenName: 'Ana', familyName: texts.word() } : this.value(),
      emails: random.chance(0.7) ? [{ value: userName, type: 'work', primary: true }] : this.value(),
      [ENTERPRISE]: random.chance(0.7) ? { department: texts.word(), manager: this.member() } : this.value(),
      [WORKFORCE]: random.chance(0.7) ? { managedAreas: [] } : { area: this.value(), profile: this.value() },
      [texts.path()]: this.value(),
    };
    const entries = Object.entries(whole).filter(([name]) => name === 'userName' || random.chance(0.6));
    return Object.fromEntries(entries);
  }

  private group(): object {
    const { random } = this;
    return {
      displayName: random.chance(0.8) ? `fuzz ${random.below(UNIQUE)}` : this.value(),
      ...(random.chance(0.4) && { externalId: this.value() }),
      ...(random.chance(0.6) && { members: random.chance(0.8) ? this.members() : this.value() }),
    };
  }

  private operations(): object[] {
    const { random, texts } = this;
    return Array.from({ length: 1 + random.below(MOST_OPERATIONS) }, () => ({
      op: random.pick(['add', 'Add', 'replace', 'Replace', 'remove', 'Remove', random.pick(['move', ''])]),
      ...(random.chance(0.8) && { path: texts.path() }),
      ...(random.chance(0.8) && { value: random.chance(0.5) ? texts.word() : this.value() }),
    }));
  }

  private members(): unknown[] {
    return Array.from({ length: this.random.below(MOST_ENTRIES) }, () => this.member());
  }

  private member(): object {
    const { random, texts } = this;
    const { Users } = this.ids;
    return { value: Users.length > 0 && random.chance(0.7) ? random.pick(Users) : texts.word() };
  }

  /** A value that any attribute may be given. */
  private value(depth = 0): unknown {
    const { random, texts } = this;
    const inside = (): unknown => (depth < MOST_ENTRIES ? this.value(depth + 1) : null);
    return random.pick<() => unknown>([
      () => random.pick([null, true, false, 0, -1, 1.5, 1e308, '', [], {}, [null], [[]], 'True', 'false']),
      () => texts.word(),
      () => ({ value: texts.word(), type: 'work', primary: inside() }),
      () => [inside(), inside()],
      () => ({ [texts.path()]: inside(), [texts.word()]: inside() }),
      () => this.members(),
      () => Array.from({ length: 11 }, () => ({ value: texts.word() })),
    ])();
  }
}

/** Without lone surrogates, which a query cannot have. */
function asUnicode(parameters: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, value.toWellFormed()]));
}
