/** A violated constraint of one property of an input. */
export interface ValidationIssue {
  /** Path of the property, like `title.langValues.es` or `profile[0].valueId`; empty for the whole input. */
  readonly path: string;
  /** Stable UPPER_SNAKE code of the violated rule. */
  readonly code: string;
  /** The rule in words: what is allowed. */
  readonly message: string;
}

/** Longest name of a property that a path repeats, in UTF-16 units. Names of the contract are shorter. */
const MAX_NAME_LENGTH = 100;

/** Longest path, in UTF-16 units. */
const MAX_PATH_LENGTH = 250;

/** The name of a property in a path. A long one is cut; the empty name is written `[""]`. */
export function propertyName(name: string): string {
  return name === '' ? '[""]' : cut(name, MAX_NAME_LENGTH);
}

/** Joins the path of an object with the path of something inside it. A long path is cut. */
export function propertyPath(parent: string, inner: string): string {
  if (parent === '') return inner;
  const dot = inner === '' || inner.startsWith('[') ? '' : '.';
  return cut(parent + dot + inner, MAX_PATH_LENGTH);
}

/** The answer to a refused request repeats names, so their length bounds its size. */
function cut(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`;
}
