/** A rule that the text of a cell violates. */
export interface BrokenRule {
  readonly code: string;
  readonly message: string;
}

/** The value of a cell, or the rule that it violates. */
export type CellValue = { readonly value: unknown } | BrokenRule;
