/** A change of an object: what is absent stays, null removes what need not be there. */
export type Patch<T> = {
  readonly [Name in keyof T]?: T[Name] | (undefined extends T[Name] ? null : never);
};

/** The properties of a change. One that null removes is undefined, so that it replaces the value and is not stored. */
export function valuesOf<T>(patch: Patch<T>): Partial<T> {
  const values = Object.entries(patch).map(([name, value]) => [name, value ?? undefined]);
  return Object.fromEntries(values) as Partial<T>;
}
