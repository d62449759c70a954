import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const DOCS = resolve(import.meta.dirname, '../../docs');

/** A fenced block of a page. */
export interface Block {
  readonly language: string;
  readonly text: string;
}

export function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, language, text]) => ({
    language: language!,
    text: text!,
  }));
}

/** The pages of a folder below `docs`, by name. */
export function pagesOf(folder = '.'): Map<string, Block[]> {
  const names = readdirSync(join(DOCS, folder)).filter((name) => name.endsWith('.md'));
  return new Map(names.map((name) => [name, blocksOf(readFileSync(join(DOCS, folder, name), 'utf8'))]));
}

/** A block for a shell, with the block behind it that shows the output. */
export interface Step {
  readonly script: string;
  readonly shown?: Block;
}

/** The steps of a page for a shell. Output of `npm` and `wes`, which are not run, is not compared. */
export function stepsOf(blocks: readonly Block[]): Step[] {
  return blocks.flatMap(({ language, text }, index): Step[] => {
    const before = blocks[index - 1]?.language;
    if (language === 'json' && before !== 'sh') throw new Error(`No request has this answer: ${text}`);
    if (language !== 'sh') return [];
    const next = blocks[index + 1];
    const shows =
      next !== undefined && ['json', 'text'].includes(next.language) && !/^(?:npm|wes) /.test(text);
    return [{ script: text, ...(shows && { shown: next }) }];
  });
}

/** A text without what differs from run to run: times, dates and ids. */
export function masked(text: string): string {
  return text
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '(time)')
    .replace(/\d{4}-\d\d-\d\d/g, '(date)')
    .replace(/\b[0-9a-f]{24}\b/g, '(id)');
}

/** An answer in the form of its page: masked, lists as long as there, any text where the page has `…`. */
export function comparable(answer: unknown, page: unknown): unknown {
  if (typeof answer === 'string') return page === '…' ? page : masked(answer);
  if (Array.isArray(answer)) {
    const shown = Array.isArray(page) && page.length > 0 ? (page as unknown[]) : undefined;
    return answer.slice(0, shown?.length).map((entry, index) => comparable(entry, shown?.[index]));
  }
  if (typeof answer !== 'object' || answer === null) return answer;
  const named = (page ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(answer).map(([key, value]) => [key, comparable(value, named[key])]),
  );
}
