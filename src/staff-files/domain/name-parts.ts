/**
 * Cuts a name into its parts: the last column has what is behind the last separator, the first one what is before it. A
 * name that would be read otherwise from its parts stands in the first column alone.
 * @param count - number of columns, of which those between stay empty
 */
export function nameParts(name: string, count: number, separator: string): string[] {
  const parts = Array.from({ length: count }, () => '');
  const at = separator === '' ? -1 : name.lastIndexOf(separator);
  const [first, last] = at === -1 ? [name, ''] : [name.slice(0, at), name.slice(at + separator.length)];
  const isSame = count > 1 && isPart(first) && isPart(last);
  parts[0] = isSame ? first : name;
  if (isSame) parts[count - 1] = last;
  return parts;
}

function isPart(text: string): boolean {
  return text !== '' && text === text.trim();
}
