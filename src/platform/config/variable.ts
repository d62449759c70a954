import type { Parser } from './parsers.js';

/** A setting and the variable of the environment that it is read from. */
export class Variable<T> {
  constructor(
    readonly name: string,
    readonly parse: Parser<T>,
    /** As it would be written in the environment; undefined where the setting may stay unset. */
    readonly defaultText: string | undefined,
    /** One line for operators: meaning, unit and bounds. */
    readonly description: string,
  ) {}
}

/** A setting that always has a value. */
export function setting<T>(
  name: string,
  parse: Parser<T>,
  defaultText: string,
  description: string,
): Variable<T> {
  return new Variable(name, parse, defaultText, description);
}

/** A setting that may stay unset. */
export function optional<T>(name: string, parse: Parser<T>, description: string): Variable<T | undefined> {
  return new Variable<T | undefined>(name, parse, undefined, description);
}

type Tree = { readonly [name: string]: Variable<unknown> | Tree };

/** The values of a tree of variables, in the same shape. */
export type ValuesOf<T> = {
  readonly [K in keyof T]: T[K] extends Variable<infer Value> ? Value : ValuesOf<T[K]>;
};

/** The same tree with the value of each variable. */
export function mapVariables<T>(tree: T, valueOf: (variable: Variable<unknown>) => unknown): ValuesOf<T> {
  const entries = Object.entries(tree as Tree).map(([name, part]) => [
    name,
    part instanceof Variable ? valueOf(part) : mapVariables(part, valueOf),
  ]);
  return Object.fromEntries(entries) as ValuesOf<T>;
}

/** The names of all variables of a tree. */
export function namesOf(tree: object): string[] {
  const names: string[] = [];
  mapVariables(tree, ({ name }) => names.push(name));
  return names;
}
