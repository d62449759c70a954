/** One broken rule of an input: where, which rule (stable code), and the rule in words. */
export interface ValidationIssue {
  /** Path of the offending property, like `title.langValues.es` or `profile[0].valueId`; empty for the whole input. */
  readonly path: string;
  /** Stable UPPER_SNAKE code of the broken rule. */
  readonly code: string;
  /** The rule, said so that the sender can mend the input. */
  readonly message: string;
}

/** How a property of an object is called in a path; one without a name is called `[""]`. */
export function propertyName(name: string): string {
  return name === '' ? '[""]' : name;
}

/** Joins the path of a property with the path of something inside it. */
export function propertyPath(parent: string, member: string): string {
  if (parent === '') return member;
  return member === '' || member.startsWith('[') ? parent + member : `${parent}.${member}`;
}
