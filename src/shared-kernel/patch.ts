/** A change of an object: what is absent stays, null removes what need not be there. */
export type Patch<T> = {
  [Name in keyof T]?: T[Name] | (undefined extends T[Name] ? null : never);
};
