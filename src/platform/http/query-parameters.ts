import type { ApiQueryOptions } from '@nestjs/swagger';
import { dateTimeIssues, parseDayOrMoment, type DayOrMoment } from '../../shared-kernel/date-time.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { INT32_MAX, int32Issues } from '../../shared-kernel/int32.js';
import { oneOf } from '../../shared-kernel/shape.js';
import { textIssues, type TextRules } from '../../shared-kernel/text.js';

/** How a parameter of a query is checked, read and documented. The text is never empty: that counts as not set. */
export interface QueryParameter<T> {
  issuesOf(text: string): readonly ValidationIssue[];
  /** The value of a text without issues. */
  read(text: string): T;
  readonly document: ApiQueryOptions;
}

/** A parameter that takes any number of entries: repeated, bracketed or separated by commas (decisions 1.11). */
export interface ListParameter<T> {
  /** How each entry is checked and read. */
  readonly entry: QueryParameter<T>;
  readonly document: ApiQueryOptions;
}

/** The parameters of an operation by name. Others are ignored (decisions 1.13). */
export type QueryParameters = Readonly<Record<string, QueryParameter<unknown> | ListParameter<unknown>>>;

/** The values of parameters; those that are not set are undefined. */
export type QueryValues<P extends QueryParameters> = {
  readonly [Name in keyof P]: P[Name] extends QueryParameter<infer T>
    ? T | undefined
    : P[Name] extends ListParameter<infer T>
      ? readonly T[] | undefined
      : never;
};

/** A text within rules. */
export function textParameter(
  description: string,
  rules: TextRules,
  example: string,
): QueryParameter<string> {
  return {
    issuesOf: (text) => textIssues(text, rules),
    read: (text) => text,
    document: { description, schema: { type: 'string', maxLength: rules.maxLength }, example },
  };
}

/** One of a few words, exactly as written. */
export function enumParameter<const T extends string>(
  description: string,
  name: string,
  words: readonly T[],
): QueryParameter<T> {
  return {
    issuesOf: oneOf(words),
    read: (text) => text as T,
    document: { description, enum: [...words], enumName: name },
  };
}

/** A whole number of 32 bits in decimal digits, from a least one on (decisions 1.9). */
export function integerParameter(
  description: string,
  { minimum, example }: { minimum: number; example: number },
): QueryParameter<number> {
  return {
    issuesOf: (text) => {
      const issues = int32Issues(/^-?\d+$/.test(text) ? Number(text) : text);
      if (issues.length > 0 || Number(text) >= minimum) return issues;
      return [{ path: '', code: 'OUT_OF_RANGE', message: `must be at least ${minimum}` }];
    },
    read: Number,
    document: {
      description,
      schema: { type: 'integer', format: 'int32', minimum, maximum: INT32_MAX },
      example,
    },
  };
}

/** Exactly `true` or `false` (decisions 1.12). */
export function booleanParameter(
  description: string,
  { example }: { example: boolean },
): QueryParameter<boolean> {
  return {
    issuesOf: oneOf(['true', 'false']),
    read: (text) => text === 'true',
    document: { description, schema: { type: 'boolean' }, example },
  };
}

/** Texts within rules, none of which holds a comma. */
export function textListParameter(
  description: string,
  rules: TextRules,
  example: string,
): ListParameter<string> {
  return {
    entry: textParameter(description, rules, example),
    document: {
      description: `${description} Repeated, bracketed (\`[]\`) or separated by commas.`,
      schema: { type: 'array', items: { type: 'string', maxLength: rules.maxLength } },
      style: 'form',
      explode: true,
      example: [example],
    },
  };
}

/** A date of the calendar or a date-time, in any form that is read (decisions 1.3). */
export function dateParameter(description: string, example: string): QueryParameter<DayOrMoment> {
  return {
    issuesOf: dateTimeIssues,
    read: (text) => parseDayOrMoment(text) as DayOrMoment,
    document: {
      description: `${description} \`YYYY-MM-DD\`, \`ddMMyyyy\` or a date-time of RFC 3339.`,
      schema: { type: 'string' },
      example,
    },
  };
}
