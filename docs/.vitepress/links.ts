import { posix, relative } from 'node:path';
import type { MarkdownEnv, MarkdownRenderer } from 'vitepress';
import { DOCS, pathOf } from './pages.js';

/** Files outside of the site that have a page on it. */
const PAGES: Readonly<Record<string, string>> = {
  'errors.md': '/reference/errors',
  'limits.md': '/reference/limits',
  '../CHANGELOG.md': '/reference/changelog',
  '../packages/client/examples/nightly.ts': '/reference/examples#the-nightly-run',
  '../packages/client/examples/managers-app/app.js': '/reference/examples#a-page-for-managers',
  '../.env.example': '/reference/settings',
};

const PLACE = /^(?:[a-z]+:|\/|#)/;

/**
 * The files of `docs` are read in the repository too, so they have relative links. Those to another page become paths
 * of the site, and those to other files of the repository become plain text.
 */
export function siteLinks(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('site-links', ({ tokens, env }) => {
    const { path, realPath } = env as MarkdownEnv; // guides are at the top of the site: `path` is where they would be
    const folder = posix.dirname(relative(DOCS, realPath ?? path));
    for (const { children } of tokens) {
      const unlinked: string[] = [];
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          const href = token.attrGet('href') ?? '';
          const target = targetOf(href, folder);
          unlinked.push(target === undefined ? 'span' : 'a');
          if (target === undefined) {
            token.type = 'span_open';
            token.attrs = null;
          } else token.attrSet('href', target);
          token.tag = unlinked.at(-1) ?? 'a';
        } else if (token.type === 'link_close') {
          token.tag = unlinked.pop() ?? 'a';
          if (token.tag === 'span') token.type = 'span_close';
        }
      }
    }
  });
}

/** The address on the site; undefined for a file that is not on it. */
function targetOf(href: string, folder: string): string | undefined {
  if (PLACE.test(href)) return href;
  const [file = '', anchor] = href.split('#');
  const resolved = posix.join(folder, file);
  const page = PAGES[resolved];
  const hash = anchor === undefined ? '' : `#${anchor}`;
  if (page !== undefined) return page + hash;
  if (resolved.startsWith('..')) return undefined;
  return resolved.endsWith('.md') ? pathOf(resolved) + hash : href;
}

/** The Markdown of a page of the site: its links lead to the Markdown of other pages, which decisions do not have. */
export function withSiteLinks(markdown: string, folder: string): string {
  return markdown.replaceAll(/(?<!!\[[^\]]*)\]\(([^)\s]+)\)/g, (link, href: string) => {
    const target = targetOf(href, folder);
    if (!target?.startsWith('/')) return link;
    const [path = '', anchor] = target.split('#');
    const ending = path.startsWith('/adr/') ? '' : '.md';
    return `](/guide${path}${ending}${anchor === undefined ? '' : `#${anchor}`})`;
  });
}

/** Texts of the docs have no HTML and no expressions of Vue. */
export function plainTexts(markdown: MarkdownRenderer): void {
  markdown.set({ html: false, linkify: false });
  const { escapeHtml } = markdown.utils;
  markdown.renderer.rules.text = (tokens, index) =>
    escapeHtml(tokens[index]?.content ?? '').replaceAll('{{', '&#123;&#123;');
}
