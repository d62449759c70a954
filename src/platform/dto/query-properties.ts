import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsIn, ValidateBy, type ValidationArguments } from 'class-validator';
import { dateTimeIssues, parseDayOrMoment } from '../../shared-kernel/date-time.js';
import { INT32_MAX } from '../../shared-kernel/int32.js';
import { textIssues, type TextRules } from '../../shared-kernel/text.js';
import { Checked } from './checked.js';
import { issue } from './checks.js';
import { IsInt32, Property, type PropertyOptions } from './properties.js';

/**
 * Decorators for the properties of query classes. What arrives is text; an empty one counts as not set, and
 * {@link readQuery} has removed it already.
 */

interface QueryOptions extends Pick<PropertyOptions, 'description' | 'default' | 'required'> {
  readonly example?: unknown;
}

const PARAMETERS = Symbol('query-parameters');

/** One value, one that must not be empty, several that may be separated by commas, or several that are repeated. */
export type ParameterKind = 'scalar' | 'filled' | 'list' | 'repeated';

/** The parameters of a query class. */
export function parametersOf(prototype: object): ReadonlyMap<string, ParameterKind> {
  return (
    (Reflect.getMetadata(PARAMETERS, prototype) as ReadonlyMap<string, ParameterKind> | undefined) ??
    new Map()
  );
}

/**
 * Swagger UI fills an `example` in and sends it, which only a parameter needs that is required; the list of `examples`
 * is only shown.
 */
function QueryProperty(
  constraints: PropertyDecorator,
  schema: object,
  { example, ...documentation }: QueryOptions,
  kind: ParameterKind = 'scalar',
): PropertyDecorator {
  const shown = documentation.required ? { example } : { examples: [example] };
  const examples = example === undefined ? {} : shown;
  return applyDecorators(asParameter(kind), Property(constraints, { ...schema, ...examples }, documentation));
}

function asParameter(kind: ParameterKind): PropertyDecorator {
  return (prototype, name) => {
    const parameters = new Map([...parametersOf(prototype), [String(name), kind]]);
    Reflect.defineMetadata(PARAMETERS, parameters, prototype);
  };
}

export function QueryText({ maxLength, ...options }: TextRules & QueryOptions): PropertyDecorator {
  const check = Checked((value) => textIssues(value, { maxLength }));
  return QueryProperty(check, { type: String, maxLength }, options);
}

/** A text whose absence means something else than an empty one, which is refused. */
export function QueryFilledText({ maxLength, ...options }: TextRules & QueryOptions): PropertyDecorator {
  const check = Checked((value) => textIssues(value, { maxLength }));
  return QueryProperty(check, { type: String, minLength: 1, maxLength }, options, 'filled');
}

export function QueryEnum(
  words: readonly string[],
  { name, ...options }: QueryOptions & { readonly name: string },
): PropertyDecorator {
  const isIn = IsIn(words, { message: 'must be one of $constraint1' });
  return QueryProperty(isIn, { enum: [...words], enumName: name }, options);
}

/** Some of the words: repeated, bracketed or separated by commas (docs/contract.md, "Query parameters"). */
export function QueryEnumList(
  words: readonly string[],
  { name, ...options }: QueryOptions & { readonly name: string },
): PropertyDecorator {
  const areIn = IsIn(words, { each: true, message: 'must be some of $constraint1' });
  const schema = { enum: [...words], enumName: name, isArray: true };
  return QueryProperty(areIn, schema, options, 'list');
}

/** A whole number of 32 bits in decimal digits (docs/contract.md, "Numbers"). */
export function QueryInt32({
  minimum,
  maximum = INT32_MAX,
  ...options
}: QueryOptions & { readonly minimum: number; readonly maximum?: number }): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value,
    ),
    QueryProperty(IsInt32(minimum, maximum), { type: 'integer', format: 'int32', minimum, maximum }, options),
  );
}

/** `true` or `false` in any case. */
export function QueryFlag(options: QueryOptions = {}): PropertyDecorator {
  const flags = new Map([
    ['true', true],
    ['false', false],
  ]);
  const isFlag = IsIn([true, false], { message: 'must be one of $constraint1' });
  return applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? (flags.get(value.toLowerCase()) ?? value) : value,
    ),
    QueryProperty(isFlag, { type: Boolean }, options),
  );
}

/** A date of the calendar or a date-time (docs/contract.md, "Dates and times"), read as a `DayOrMoment`. */
export function QueryDate({
  description,
  ...options
}: QueryOptions & { readonly description: string }): PropertyDecorator {
  const check = Checked((value) =>
    typeof value === 'object' && !Array.isArray(value) ? [] : dateTimeIssues(value),
  );
  const forms = `${description} \`YYYY-MM-DD\`, \`ddMMyyyy\` or a date-time of RFC 3339.`;
  return applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? (parseDayOrMoment(value) ?? value) : value,
    ),
    QueryProperty(check, { type: String }, { ...options, description: forms }),
  );
}

interface ListOptions {
  readonly description: string;
  readonly example: string;
  readonly maxItems?: number;
  readonly required?: boolean;
}

/** Texts without commas: repeated, bracketed or separated by commas (docs/contract.md, "Query parameters"). */
export function QueryList(options: TextRules & ListOptions): PropertyDecorator {
  return listOf('list', 'Repeated, bracketed (`[]`, `[0]`) or separated by commas.', options);
}

/** Texts that may have commas. */
export function QueryRepeated(options: TextRules & ListOptions): PropertyDecorator {
  return listOf('repeated', 'Repeated or bracketed (`[]`, `[0]`); a comma is a part of its value.', options);
}

function listOf(
  kind: ParameterKind,
  forms: string,
  { maxLength, maxItems, required = false, description, example }: TextRules & ListOptions,
): PropertyDecorator {
  // The first issue stands for the parameter: its entries have no index that the caller wrote.
  const check = Checked((value) =>
    (value as unknown[]).flatMap((entry) => textIssues(entry, { maxLength })).slice(0, 1),
  );
  const size =
    maxItems === undefined
      ? []
      : [ArrayMaxSize(maxItems, { message: 'must have at most $constraint1 entries' })];
  const schema = {
    type: 'array',
    // Empty entries are left out, so a list of nothing else counts as not set.
    items: { type: 'string', ...(required && { minLength: 1 }), maxLength },
    ...(required && { minItems: 1 }),
    ...(maxItems !== undefined && { maxItems }),
  };
  const documentation = { description: `${description} ${forms}`, example: [example], required };
  return QueryProperty(applyDecorators(...size, check), schema, documentation, kind);
}

/** For a parameter that is sent without any other one of its class. */
export function Alone(): PropertyDecorator {
  return ValidateBy({
    name: 'alone',
    validator: {
      validate: (_, args) => othersOf(args as ValidationArguments).length === 0,
      defaultMessage: (args) => `must be sent without ${othersOf(args as ValidationArguments).join(' and ')}`,
    },
  });
}

/** The other parameters that were sent. A window is completed after the validation only. */
function othersOf({ object, property }: ValidationArguments): string[] {
  return Object.entries(object).flatMap(([name, value]) =>
    name === property || value === undefined ? [] : [name],
  );
}

/** A parameter of similar operations that this one refuses, with the reason. It is not documented. */
export function QueryRefused(message: string): PropertyDecorator {
  const check = Checked(() => [issue('NOT_ALLOWED', message)]);
  return applyDecorators(asParameter('scalar'), check);
}

/** A text that is parsed into something else; the parser returns undefined for what it cannot read. */
export function QueryParsed<T>(
  parse: (text: string) => T | undefined,
  {
    maxLength,
    otherwise,
    ...options
  }: TextRules & QueryOptions & { readonly otherwise: { code: string; message: string } },
): PropertyDecorator {
  const check = Checked((value) => {
    if (typeof value !== 'string') return [];
    const issues = textIssues(value, { maxLength });
    return issues.length > 0 ? issues : [issue(otherwise.code, otherwise.message)];
  });
  return applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && textIssues(value, { maxLength }).length === 0
        ? (parse(value) ?? value)
        : value,
    ),
    QueryProperty(check, { type: String, maxLength }, options),
  );
}
