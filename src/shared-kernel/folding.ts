/** The key by which e-mail addresses are compared: two addresses that differ only in case have the same key. */
export function foldEmail(email: string): string {
  return email.normalize('NFC').toLowerCase();
}
