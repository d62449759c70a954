import type { Check } from '../../src/platform/dto/checks.js';
import { dateTimeIssues } from '../../src/shared-kernel/date-time.js';
import { EMAIL_LIMITS, emailIssues } from '../../src/shared-kernel/email.js';
import { idIssues, newId } from '../../src/shared-kernel/id.js';
import { timeZoneIssues } from '../../src/shared-kernel/time-zone.js';
import { externalIdIssues } from '../../src/segmentation/domain/segmentation.rules.js';
import type { Property } from './dto-properties.js';

/** A value of a property, and how it is answered. */
export class Sample {
  constructor(
    readonly sent: unknown,
    readonly answered: unknown = sent,
  ) {}
}

let sequence = 0;

/**
 * Characters of four bytes in a text. With more, two of the longest would exceed the limit of all languages together.
 */
const MOST_WIDE = 4_000;

/** A text of so many code points, the first of two code units each, that no other call returns. */
export function textOf(length: number): string {
  const first = String.fromCodePoint(0x1f000 + (++sequence % 0x400));
  const wide = Math.min(length - 1, MOST_WIDE);
  return first + '𝔸'.repeat(wide) + 'a'.repeat(length - 1 - wide);
}

const samples = (...values: readonly unknown[]): Sample[] => values.map((value) => new Sample(value));

/** Kinds that cannot be distinguished by the schema. */
const BY_CHECK = new Map<Check, () => Sample[]>([
  [idIssues, () => samples(newId())],
  [externalIdIssues, () => samples(textOf(255), textOf(1))],
  [timeZoneIssues, () => samples('Europe/Madrid', 'UTC')],
  [emailIssues, () => [EMAIL_LIMITS.maxLength, 8].map((length) => new Sample(emailOf(length)))],
  [
    dateTimeIssues,
    () => [
      ...samples('2199-12-31T23:59:59.999Z', '1900-01-01T00:00:00.000Z'),
      new Sample('2031-06-01T02:00:00+02:00', '2031-06-01T00:00:00.000Z'),
      new Sample('2031-06-01', '2031-06-01T00:00:00.000Z'),
      new Sample('01062031', '2031-06-01T00:00:00.000Z'),
    ],
  ],
]);

function emailOf(length: number): string {
  const end = `${++sequence}@x.y`;
  return 'E'.repeat(Math.max(1, length - end.length)) + end;
}

/**
 * Values of a property at its limits, first the longest or highest: what its kind has no values for must be said by the
 * test, so that no property is left out.
 * @throws when the kind is unknown
 */
export function samplesOf(property: Property): Sample[] {
  const known = property.checks.map((check) => BY_CHECK.get(check)).find((found) => found !== undefined);
  if (known) return known();
  const found = bySchema(property.schema);
  if (found) return found;
  throw new Error(
    `No values are known for ${property.name}, ${JSON.stringify(property.schema)}: a new kind of property ` +
      'belongs in test/support/property-samples.ts, a property with rules of its own in test/support/writable.',
  );
}

function bySchema(schema: Property['schema']): Sample[] | undefined {
  const {
    type,
    items,
    enum: words,
    additionalProperties,
    maxItems,
    maxProperties,
    maximum,
    minimum,
  } = schema;
  if (Array.isArray(words)) return samples(...(words as unknown[]));
  if (type === 'array') {
    const longest = textSamples(items as Property['schema']);
    if (!longest) return undefined;
    const entries = longest.map(({ sent }) => sent);
    const full = Array.from({ length: (maxItems as number | undefined) ?? 3 }, () => entries[0]);
    return samples(full, [entries[1]], []);
  }
  if (type === 'object' && additionalProperties) {
    const longest = textSamples(additionalProperties as Property['schema'])?.[0]?.sent;
    const languages = Array.from({ length: Number(maxProperties) }, (_, at) => `en-${100 + at}`);
    return samples({ 'pt-BR': longest }, Object.fromEntries(languages.map((tag) => [tag, tag])), {});
  }
  if (type === Boolean) return samples(true, false);
  if (type === 'integer') return samples(...new Set([maximum, minimum, 0]));
  if (type === Number) return samples(Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE, 0);
  return textSamples(schema);
}

/** Pattern of a text that is not blank. */
const WORDS = '\\S';

/** The longest and the shortest text, unless it has a form of its own or no limit. */
function textSamples({
  type,
  maxLength,
  minLength,
  pattern,
  format,
}: Property['schema']): Sample[] | undefined {
  const isFree = (pattern === undefined || pattern === WORDS) && format === undefined;
  if (!isFree || typeof maxLength !== 'number' || (type !== String && type !== 'string')) return undefined;
  return samples(textOf(maxLength), minLength === undefined ? '' : textOf(1));
}
