import { MAX_COMBINING_MARKS } from '../../src/shared-kernel/text.js';
import { DOCUMENTED_REQUESTS } from './documented-requests.js';

/** The resource or operation that a body is sent to. */
export type NastyTarget = 'template' | 'plan' | 'action' | 'note' | 'assignee' | 'employee' | 'reset';

/** A body of at most 1 MiB that is expensive to parse, to validate, to look up or to answer. */
export interface NastyBody {
  readonly name: string;
  readonly target: NastyTarget;
  /** Created at each access: together they have some hundred megabytes. */
  readonly body: Buffer;
}

const SIZE = 1_048_576;

/** A string of JSON that fills a body together with what is around it. */
const filling = (unit: string, around = 200): string =>
  `"${unit.repeat(Math.floor((SIZE - around) / Buffer.byteLength(unit)))}"`;
/** Parts, as many as fit into a body. */
const many = (part: string, around = 200): string[] =>
  Array<string>(Math.floor((SIZE - around) / (part.length + 1))).fill(part);
const times = (count: number, part: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => part(index));
const object = (members: readonly string[]): string => `{${members.join()}}`;
const array = (entries: readonly string[]): string => `[${entries.join()}]`;
const id = (index: number): string => `"${index.toString(16).padStart(24, '0')}"`;
/** Arrays in arrays, as deep and as many as a body may have. */
const DEEP_ARRAYS = array(times(700, () => '['.repeat(28) + ']'.repeat(28)));

/** Runs of combining marks, whose normalisation takes time quadratic in their length. */
const marks = (length: number): Readonly<Record<string, string>> => ({
  'combining marks': '\u0300'.repeat(length),
  'combining marks after a letter': `a${'\u0300'.repeat(length - 1)}`,
  'combining marks of two classes': `a${'\u0300'.repeat(length / 2 - 1)}${'\u0316'.repeat(length / 2)}`,
  'combining marks of many classes': '\u0300\u0316\u0334\u093c'.repeat(length / 4),
});
/** As long as a description may be. */
const LONG_MARKS = marks(20_000);
/** The longest run that is allowed. */
const ALLOWED_MARKS = `a${'\u0300\u0316'.repeat(MAX_COMBINING_MARKS / 2)}`;

/** Bodies for every target. */
const ANYWHERE: Readonly<Record<string, string | Buffer>> = {
  'an array of zeros': array(many('0')),
  'arrays without end': '['.repeat(SIZE),
  'objects without end': '{"a":'.repeat(SIZE / 5),
  'closing brackets': ']'.repeat(SIZE),
  'closing braces': '}'.repeat(SIZE),
  commas: ','.repeat(SIZE),
  colons: ':'.repeat(SIZE),
  quotes: '"'.repeat(SIZE),
  'quotes in pairs': '"" '.repeat(SIZE / 3),
  slashes: '/'.repeat(SIZE),
  comments: '/**/'.repeat(SIZE / 4),
  backslashes: `{"a":"${'\\'.repeat(SIZE - 10)}`,
  'line feeds': '\n'.repeat(SIZE),
  'white space before the body': `${' '.repeat(SIZE - 2)}{}`,
  'white space in the body': `{${' '.repeat(SIZE - 3)}!}`,
  'numbers without commas': '0 '.repeat(SIZE / 2),
  'words that are no JSON': 'a '.repeat(SIZE / 2),
  'a number of many digits': `{"a":${'1'.repeat(SIZE - 10)}}`,
  'numbers of many digits': `{"a":${array(times(9_000, () => `1e${'9'.repeat(100)}`))}}`,
  'a string without an end': `{"a":"${'x'.repeat(SIZE - 10)}`,
  'a string that ends in a wrong escape': `{"a":"${'x'.repeat(SIZE - 20)}\\u00"}`,
  'a string of bytes that are not UTF-8': Buffer.concat([
    Buffer.from('{"a":"'),
    Buffer.alloc(SIZE - 10, 0xc3),
    Buffer.from('"}'),
  ]),
  'many values, then an error': `{"a":${array(times(19_000, id))}!`,
  'many lines, then an error': `{"a":${array(times(19_000, (index) => `\n${id(index)}`))}!`,
  'one string': filling('x', 2),
  'one string of escapes': `{"a":${filling('\\u0001')}}`,
  'unknown properties without end': object(times(95_000, (index) => `"m${index}":0`)),
  '200 unknown properties with long names': object(
    times(200, (index) => `"${String(index).padEnd(5_000, 'n')}":0`),
  ),
  '200 unknown properties with long names of escapes': object(
    times(200, (index) => `"${index}${'\\u0001'.repeat(850)}":0`),
  ),
  'a name of 1 MiB': `{${filling('n')}:0}`,
  'a name of 1 MiB of escapes': `{${filling('\\ud800')}:0}`,
  'the names that objects inherit': `{"constructor":{"constructor":1},"__proto__":{"a":{"__proto__":0}},"toString":0,"hasOwnProperty":0,"valueOf":[{"__proto__":0}]}`,
  'inherited names below a long name': `{"${'n'.repeat(500_000)}":${array(times(9_000, () => '{"__proto__":0}'))}}`,
  'inherited names below long names': `${times(30, (index) => `{"${String(index).padEnd(30_000, 'n')}":`).join('')}${array(times(5_000, () => '{"constructor":0}'))}${'}'.repeat(30)}`,
  'an unknown property of zeros': `{"a":${array(times(19_990, () => '0'))}}`,
  'an unknown property of empty objects': `{"a":${array(times(19_990, () => '{}'))}}`,
  'an unknown property of objects in objects': `{"a":${array(times(9_900, () => '{"a":0}'))}}`,
  'an unknown property of deep arrays': `{"a":${DEEP_ARRAYS}}`,
  'an unknown property of wide objects': `{"a":${array(times(99, () => object(times(200, (index) => `"p${index}":0`))))}}`,
  'unknown properties that are wide objects': object(
    times(99, (one) => `"o${one}":${object(times(200, (index) => `"p${index}":0`))}`),
  ),
  'a property many times': object(many('"a":0')),
};

/** Values of a property that takes a text. */
const TEXTS: Readonly<Record<string, string>> = {
  letters: filling('x'),
  escapes: filling('\\u0041'),
  'characters beyond 16 bits': filling('😀'),
  'white space': filling(' '),
  'half surrogates': filling('\\ud83d'),
  'a control character at the end': `${filling('x', 300).slice(0, -1)}\\u0001"`,
  'at signs': filling('a@'),
  'digits of a second': `"2026-01-01T00:00:00.${'1'.repeat(SIZE - 300)}Z"`,
  'an address': `"https://${'a.'.repeat(SIZE / 2 - 300)}"`,
  ...Object.fromEntries(Object.entries(LONG_MARKS).map(([name, text]) => [name, `"${text}"`])),
  'combining marks without end': filling('\u0300\u0316'),
  'combining marks as many as are allowed': filling(ALLOWED_MARKS),
};

/** Values of a property that takes a list of texts. */
const LISTS: Readonly<Record<string, string>> = {
  zeros: array(times(19_900, () => '0')),
  'unknown ids': array(times(19_900, id)),
  'one id many times': array(times(19_900, () => id(1))),
  'empty texts': array(times(19_900, () => '""')),
  nulls: array(times(19_900, () => 'null')),
  objects: array(times(19_900, () => '{}')),
  'long texts': array(times(2_000, (index) => `"${String(index).padEnd(500, 'x')}"`)),
  'texts of 255': array(times(3_900, (index) => `"${String(index).padEnd(255, 'x')}"`)),
};

/** Values of a property that takes a list of objects. */
const OBJECTS: Readonly<Record<string, string>> = {
  ...LISTS,
  'objects of one unknown property': array(times(9_900, () => '{"unknown":0}')),
  'objects of 200 unknown properties': array(times(98, () => object(times(200, (index) => `"p${index}":0`)))),
  'objects with inherited names': array(times(9_900, () => '{"__proto__":0}')),
  'lists of lists': DEEP_ARRAYS,
};

/** Values of a property that takes a translatable text. */
const TRANSLATIONS: Readonly<Record<string, string>> = {
  'a default of 1 MiB': `{"defaultValue":${filling('x')}}`,
  'a default of escapes': `{"defaultValue":${filling('\\u0001')}}`,
  'a blank default of 1 MiB': `{"defaultValue":${filling(' ')}}`,
  '100 long languages': `{"defaultValue":"x","langValues":${object(
    times(100, (index) => `"x-${index}":"${'y'.repeat(10_000)}"`),
  )}}`,
  '100 languages that are none, with long tags': `{"defaultValue":"x","langValues":${object(
    times(100, (index) => `"${`${index}`.padEnd(10_000, '-')}":""`),
  )}}`,
  '200 languages': `{"defaultValue":"x","langValues":${object(times(200, (index) => `"x-${index}":"y"`))}}`,
  '200 unknown properties': `{"defaultValue":"x",${times(199, (index) => `"${String(index).padEnd(5_000, 'n')}":0`).join()}}`,
  ...Object.fromEntries(
    Object.entries(LONG_MARKS).map(([name, text]) => [`languages of ${name}`, languagesOf(text)]),
  ),
  'languages of combining marks as many as are allowed': languagesOf(ALLOWED_MARKS.repeat(16)),
  'a list': array(times(19_900, () => '0')),
  'objects as languages': `{"defaultValue":"x","langValues":${object(
    times(99, (one) => `"x-${one}":${object(times(198, (index) => `"p${index}":0`))}`),
  )}}`,
};

/** As many languages as fit into a body and are allowed. */
function languagesOf(text: string): string {
  const count = Math.min(100, Math.floor(SIZE / 2 / Buffer.byteLength(text)));
  return `{"defaultValue":"x","langValues":${object(times(count, (index) => `"x-${index}":"${text}"`))}}`;
}

/** Objects of a list that are valid by their form, so that everything behind the validation sees them. */
const ENTRIES: Readonly<Record<string, (index: number) => string>> = {
  profile: (index) => `{"id":${id(index)},"valueId":${id(index)}}`,
  focusItems: (index) => `{"focusType":"SCORE","focusId":${id(index)}}`,
  characteristics: (index) => `{"characteristicId":${id(index)},"value":true}`,
  assigneeStatuses: (index) => `{"assigneeId":${id(index)},"status":"PENDING"}`,
};

interface Properties {
  readonly target: NastyTarget;
  /** Properties that a valid body needs. */
  readonly base: Readonly<Record<string, string>>;
  readonly texts?: readonly string[];
  readonly translations?: readonly string[];
  readonly lists?: readonly string[];
  readonly objects?: readonly string[];
  /** Accepted and ignored. */
  readonly ignored?: readonly string[];
}

const TITLE = '{"defaultValue":"Title"}';

const PROPERTIES: readonly Properties[] = [
  {
    target: 'template',
    base: { key: '"nasty"', title: TITLE },
    texts: ['key', 'coverImageURL'],
    translations: ['title', 'body'],
    lists: ['placeholders'],
    ignored: ['id'],
  },
  {
    target: 'plan',
    base: { title: TITLE },
    texts: ['visibility'],
    translations: ['description'],
    ignored: ['actions'],
  },
  {
    target: 'action',
    base: { title: TITLE },
    texts: ['dueDate'],
    lists: ['hierarchyIds', 'assigneeIds'],
    objects: ['focusItems', 'characteristics', 'assigneeStatuses'],
    ignored: ['notes'],
  },
  { target: 'note', base: {}, texts: ['content'] },
  { target: 'assignee', base: {}, texts: ['status'] },
  {
    target: 'employee',
    base: { externalId: '"nasty"' },
    texts: ['email', 'externalId', 'hierarchyId'],
    lists: ['groupIds', 'managedHierarchies'],
    objects: ['profile'],
    ignored: ['id'],
  },
  { target: 'reset', base: {}, texts: ['email'], objects: ['profile'] },
];

function bodiesOf({ target, base, ...properties }: Properties): NastyBody[] {
  const bodies: NastyBody[] = [];
  const add = (property: string, name: string, value: string): void => {
    const members = Object.entries({ ...base, [property]: value });
    bodies.push({
      target,
      name: `${property}: ${name}`,
      get body() {
        return Buffer.from(object(members.map(([key, json]) => `"${key}":${json}`)));
      },
    });
  };
  const addAll = (names: readonly string[] = [], values: Readonly<Record<string, string>>): void => {
    for (const property of names) {
      for (const [name, value] of Object.entries(values)) add(property, name, value);
    }
  };
  addAll(properties.texts, TEXTS);
  addAll(properties.translations, TRANSLATIONS);
  addAll(properties.lists, LISTS);
  addAll(properties.objects, OBJECTS);
  addAll(properties.ignored, OBJECTS);
  for (const property of properties.objects ?? []) {
    const entry = ENTRIES[property];
    if (entry) add(property, 'entries of unknown ids', array(times(6_000, entry)));
  }
  return bodies;
}

/** The corpus: every such value in each property that takes its kind, and whole bodies. */
export const NASTY_BODIES: readonly NastyBody[] = [
  ...(['template', 'action', 'employee'] as const).flatMap((target) =>
    Object.entries(ANYWHERE).map(([name, body]) => ({
      name,
      target,
      get body() {
        return Buffer.from(body);
      },
    })),
  ),
  ...PROPERTIES.flatMap(bodiesOf),
];

/** A request without a body that is expensive to answer. */
export interface NastyPath {
  readonly name: string;
  readonly method: string;
  /** With the query. */
  readonly path: string;
}

const UNKNOWN_ID = '665f1c2ab7e4d90012ab34cd';
/** Node takes 16 KiB of path and headers, and an encoded mark has six characters. */
const ENCODED_MARKS = marks(2_400);

/** Runs of combining marks in every parameter that takes a text. */
export const NASTY_PATHS: readonly NastyPath[] = DOCUMENTED_REQUESTS.filter(({ body }) => !body).flatMap(
  ({ operationId, method, path, query }) => {
    const plain = (each: string): string => each.replace(/\{\w+\}/g, UNKNOWN_ID);
    const inPath = (path.match(/\{\w+\}/g) ?? []).map((parameter) => ({
      parameter,
      with: (text: string) => plain(path.replace(parameter, text)),
    }));
    const texts = Object.entries(query).filter(([, { type, items }]) => (items?.type ?? type) === 'string');
    const inQuery = texts.map(([parameter]) => ({
      parameter,
      with: (text: string) => `${plain(path)}?${parameter}=${text}`,
    }));
    return [...inPath, ...inQuery].flatMap((place) =>
      Object.entries(ENCODED_MARKS).map(([name, text]) => ({
        ...{ name: `${operationId} ${place.parameter}: ${name}`, method },
        path: place.with(encodeURIComponent(text)),
      })),
    );
  },
);
