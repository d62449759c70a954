/** The time of a change, never before the creation: an import may name a future time. */
export function timeOfChange({ createdAt }: { readonly createdAt: string }): string {
  const now = new Date().toISOString();
  return now < createdAt ? createdAt : now;
}
