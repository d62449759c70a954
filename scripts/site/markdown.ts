/** A text within a cell of a table. */
export function cell(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').replaceAll('|', '\\|');
}

/** A table; columns without a value in any row are left out. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const kept = heads.map((_, column) => rows.some((row) => row[column] !== ''));
  const line = (cells: readonly string[]): string =>
    `| ${cells
      .filter((_, column) => kept[column])
      .map(cell)
      .join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

export function code(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** Parts of a page, without those that are empty. */
export function page(...parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** The part of an address for a title. */
export function slug(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}
