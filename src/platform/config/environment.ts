import { InvalidVariable, type Parser } from './parsers.js';

/** A variable of the environment that a setting is read from. */
export interface Variable {
  readonly name: string;
  /** As it would be written in the environment; undefined where the setting may stay unset. */
  readonly defaultText: string | undefined;
}

/** Reads variables of an environment and collects the issues of the invalid ones. An empty variable counts as unset. */
export abstract class EnvironmentReader {
  /** The variables that were asked for. */
  readonly variables: Variable[] = [];
  /** One line per invalid variable. */
  readonly issues: string[] = [];
  readonly #environment: Readonly<Record<string, string | undefined>>;

  protected constructor(environment: Readonly<Record<string, string | undefined>>) {
    this.#environment = environment;
  }

  /** A setting that always has a value, unless it is invalid. */
  protected setting<T>(name: string, parse: Parser<T>, defaultText: string): T {
    return this.read(name, parse, defaultText) as T;
  }

  /** A setting that may stay unset. */
  protected optional<T>(name: string, parse: Parser<T>): T | undefined {
    return this.read(name, parse);
  }

  private read<T>(name: string, parse: Parser<T>, defaultText?: string): T | undefined {
    this.variables.push({ name, defaultText });
    const text = this.#environment[name] || defaultText;
    try {
      return text === undefined ? undefined : parse(text);
    } catch (error) {
      if (!(error instanceof InvalidVariable)) throw error;
      this.issues.push(`${name}: ${error.message}`);
      return undefined;
    }
  }
}
