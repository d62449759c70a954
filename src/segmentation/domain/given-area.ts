/** An area as an import gives it. */
export interface GivenArea {
  readonly id: string;
  readonly name: string;
  /** The area among whose children it is given; undefined at the top of the import. */
  readonly parent: GivenArea | undefined;
  /** Its index among them. */
  readonly index: number;
  /** All its children in their order; undefined when the import does not list them. */
  readonly children: readonly GivenArea[] | undefined;
}

/** Path of an area in its import, like `[2].children[0]`. */
export function pathOf(area: GivenArea): string {
  const steps: string[] = [];
  for (let at: GivenArea | undefined = area; at; at = at.parent) steps.push(`[${at.index}]`);
  return steps.reverse().join('.children');
}
