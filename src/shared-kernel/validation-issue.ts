/** What is wrong with one property of an input. */
export interface ValidationIssue {
  /** Path of the property, like `title.langValues.es` or `profile[0].valueId`; empty for the whole input. */
  readonly path: string;
  /** Stable UPPER_SNAKE code of the violated rule. */
  readonly code: string;
  /** The rule in words: what is allowed. */
  readonly message: string;
}

/** The name of a property in a path; the empty name is written `[""]`. */
export function propertyName(name: string): string {
  return name === '' ? '[""]' : name;
}

/** Joins the path of an object with the path of something inside it. */
export function propertyPath(parent: string, inner: string): string {
  if (parent === '') return inner;
  return inner === '' || inner.startsWith('[') ? parent + inner : `${parent}.${inner}`;
}
