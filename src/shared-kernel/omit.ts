/** An object without some of its properties. */
export function omit<T extends object, Name extends keyof T>(
  object: T,
  names: readonly Name[],
): Omit<T, Name> {
  const left = new Set<string>(names.map(String));
  return Object.fromEntries(Object.entries(object).filter(([name]) => !left.has(name))) as Omit<T, Name>;
}
