import { applyDecorators, type Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Exclude, Transform, Type as TransformType } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsDefined,
  IsIn,
  IsInt,
  IsNumber,
  Max,
  Min,
} from 'class-validator';
import { dateTimeIssues, parseDateTime } from '../../shared-kernel/date-time.js';
import { EMAIL_LIMITS, emailIssues } from '../../shared-kernel/email.js';
import { ID_FORM, idIssues } from '../../shared-kernel/id.js';
import { INT32_MAX, INT32_MIN } from '../../shared-kernel/int32.js';
import { multiLanguageIssues } from '../../shared-kernel/multi-language.js';
import { filledTextIssues, textIssues, wordsIssues, type TextRules } from '../../shared-kernel/text.js';
import { timeZoneIssues } from '../../shared-kernel/time-zone.js';
import { Checked, nestedIssues } from './checked.js';
import { entryIssues, isRecord, repeatedIssues, type Check } from './checks.js';
import { multiLanguageRequest, type MultiLanguageSchema } from './multi-language.js';
import { Removable } from './patch-type.js';

/**
 * Decorators for the properties of request and import classes. Each validates, documents and, where the sent form is
 * not the stored one, converts.
 */

export interface PropertyOptions {
  /** The property must be there. */
  readonly required?: boolean;
  /** null is kept, because it clears the value. Elsewhere it counts as absent (docs/contract.md, "Properties"). */
  readonly nullable?: boolean;
  /** null removes the value in an `UpdateType`. */
  readonly removable?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly default?: unknown;
}

/** Longest id of something that another system may have made, in code points. */
export const REFERENCE_LIMITS = { maxLength: 255 } as const satisfies TextRules;

/** The form of such an id, as OpenAPI shows it. */
export const REFERENCE_FORM = { minLength: 1, ...REFERENCE_LIMITS } as const;

/** A property of any kind: its constraints, and how OpenAPI describes it. */
export function Property(
  constraints: PropertyDecorator,
  schema: ApiPropertyOptions,
  { required = false, nullable = false, removable = false, ...documentation }: PropertyOptions = {},
): PropertyDecorator {
  return applyDecorators(
    ...(nullable ? [] : [Transform(({ value }: { value: unknown }) => value ?? undefined)]),
    ...(required ? [IsDefined({ message: 'is required' })] : []),
    ...(removable ? [Removable()] : []),
    constraints,
    ApiProperty({
      ...schema,
      ...documentation,
      required,
      nullable, // also where it is false: a subclass inherits what it does not set
    } as ApiPropertyOptions),
  );
}

/** A text without control characters, or of several lines. */
export function Text({
  maxLength,
  multiline = false,
  ...options
}: TextRules & PropertyOptions): PropertyDecorator {
  const check = Checked((value) => textIssues(value, { maxLength, multiline }));
  return Property(check, { type: String, maxLength }, options);
}

/** A text that is not empty. */
export function FilledText({ maxLength, ...options }: TextRules & PropertyOptions): PropertyDecorator {
  const check = Checked((value) => filledTextIssues(value, { maxLength }));
  return Property(check, { type: String, minLength: 1, maxLength }, options);
}

/** A text that has more than white space. */
export function Words({
  maxLength,
  multiline = false,
  ...options
}: TextRules & PropertyOptions): PropertyDecorator {
  const check = Checked((value) => wordsIssues(value, { maxLength, multiline }));
  return Property(check, { type: String, minLength: 1, maxLength, pattern: '\\S' }, options);
}

/** The id of something that another context or system keeps. */
export function Reference(options: PropertyOptions = {}): PropertyDecorator {
  return FilledText({ ...REFERENCE_LIMITS, ...options });
}

export function ReferenceList(options: PropertyOptions = {}): PropertyDecorator {
  const items = { type: 'string', ...REFERENCE_FORM };
  const list = List((value) => filledTextIssues(value, REFERENCE_LIMITS));
  return Property(list, { type: 'array', items }, options);
}

/** An array of at most so many entries, each of which is checked. */
function List(
  check: Check,
  { kind = '', maxItems, distinctBy }: { kind?: string } & ListOptions = {},
): PropertyDecorator {
  const ofEntries = entryIssues(check);
  return applyDecorators(
    IsArray({ message: `must be an array${kind}` }),
    ...(maxItems === undefined
      ? []
      : [ArrayMaxSize(maxItems, { message: 'must have at most $constraint1 entries' })]),
    Checked((value) => {
      if (isLonger(value, maxItems)) return []; // refused as a whole
      const issues = ofEntries(value);
      return issues.length > 0 || distinctBy === undefined
        ? issues
        : repeatedIssues(value as object[], distinctBy);
    }),
  );
}

function isLonger(value: unknown, maxItems: number | undefined): boolean {
  return Array.isArray(value) && maxItems !== undefined && value.length > maxItems;
}

interface ListOptions {
  readonly maxItems?: number | undefined;
  /** A property that no two entries may have in common. */
  readonly distinctBy?: string | undefined;
}

/** Short texts, at most so many. @param isFilled - none of them may be empty */
export function TextList({
  maxLength,
  maxItems,
  isFilled = false,
  ...options
}: TextRules &
  PropertyOptions & { readonly maxItems: number; readonly isFilled?: boolean }): PropertyDecorator {
  const check = isFilled ? filledTextIssues : textIssues;
  const list = List((value) => check(value, { maxLength }), { kind: ' of strings', maxItems });
  const items = { type: 'string', ...(isFilled && { minLength: 1 }), maxLength } as const;
  return Property(list, { type: 'array', items, maxItems }, options);
}

/** An id that this service made, or that has its form. */
export function Id(options: PropertyOptions = {}): PropertyDecorator {
  return Property(Checked(idIssues), { type: String, ...ID_FORM }, options);
}

export function Email(options: PropertyOptions = {}): PropertyDecorator {
  return Property(Checked(emailIssues), { type: String, ...EMAIL_LIMITS }, options);
}

/** A translatable text (docs/contract.md, "Translatable texts"). The computed `valid` is dropped. */
export function MultiLanguageText({
  name,
  maxLength,
  multiline = false,
  example,
  ...options
}: MultiLanguageSchema & Omit<PropertyOptions, 'example'>): PropertyDecorator {
  const schema = { type: multiLanguageRequest({ name, maxLength, multiline, example }) };
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => withoutComputed(value)),
    Property(
      Checked((value) => multiLanguageIssues(value, { maxLength, multiline })),
      schema,
      options,
    ),
  );
}

function withoutComputed(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { valid: _computed, langValues, ...rest } = value;
  return langValues === undefined || langValues === null ? rest : { ...rest, langValues };
}

/** One of a few words, exactly as written. */
export function EnumValue(
  words: readonly string[],
  { name, ...options }: PropertyOptions & { readonly name: string },
): PropertyDecorator {
  const isIn = IsIn(words, { message: 'must be one of $constraint1' });
  return Property(isIn, { enum: [...words], enumName: name }, options);
}

export function Flag(options: PropertyOptions = {}): PropertyDecorator {
  return Property(IsBoolean({ message: 'must be true or false' }), { type: Boolean }, options);
}

/** A whole number of 32 bits (docs/contract.md, "Numbers"), from a minimum on. */
export function Int32({
  minimum = INT32_MIN,
  maximum = INT32_MAX,
  ...options
}: PropertyOptions & { readonly minimum?: number; readonly maximum?: number } = {}): PropertyDecorator {
  const schema = { type: 'integer', format: 'int32', minimum, maximum } as const;
  return Property(IsInt32(minimum, maximum), schema, options);
}

export function IsInt32(minimum: number, maximum = INT32_MAX): PropertyDecorator {
  const message = `must be from ${INT32_MIN} to ${INT32_MAX}`;
  return applyDecorators(
    IsInt({ message: 'must be an integer' }),
    Min(INT32_MIN, { message }),
    Max(INT32_MAX, { message }),
    Min(minimum, { message: 'must be at least $constraint1' }),
    ...(maximum < INT32_MAX ? [Max(maximum, { message: 'must be at most $constraint1' })] : []),
  );
}

/** Any finite number. */
export function FiniteNumber(options: PropertyOptions = {}): PropertyDecorator {
  return Property(IsNumber({}, { message: 'must be a number' }), { type: Number }, options);
}

/** A date or date-time (docs/contract.md, "Dates and times"), read as RFC 3339, UTC, with milliseconds. */
export function DateTime(options: PropertyOptions = {}): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? (parseDateTime(value)?.toISOString() ?? value) : value,
    ),
    Property(Checked(dateTimeIssues), { type: String }, options),
  );
}

export function TimeZone(options: PropertyOptions = {}): PropertyDecorator {
  return Property(Checked(timeZoneIssues), { type: String }, options);
}

/** An object of a class with properties of its own. */
export function Nested(type: () => Type<object>, options: PropertyOptions = {}): PropertyDecorator {
  return applyDecorators(
    Property(Checked(nestedIssues), { type: () => type() }, options),
    TransformType(type),
  );
}

/** A list of objects of a class with properties of its own. */
export function NestedList(
  type: () => Type<object>,
  { maxItems, distinctBy, ...options }: PropertyOptions & ListOptions = {},
): PropertyDecorator {
  // The framework knows a type that is resolved later by the name of the function: `type`.
  const schema = { type: () => type(), isArray: true, ...(maxItems !== undefined && { maxItems }) };
  // Entries of a list that is refused as a whole are not made.
  const made: Parameters<typeof TransformType>[0] = (given) =>
    isLonger(given?.object[given.property] as unknown, maxItems) ? Object : type();
  return applyDecorators(
    Property(List(nestedIssues, { maxItems, distinctBy }), schema, options),
    TransformType(made),
  );
}

/** A property of the answer that clients may send back. It is not looked at (docs/contract.md, "Properties"). */
export function Ignored(schema: ApiPropertyOptions = {}): PropertyDecorator {
  return applyDecorators(
    Exclude({ toClassOnly: true }),
    ApiProperty({ type: String, ...schema, required: false, readOnly: true } as ApiPropertyOptions),
  );
}
