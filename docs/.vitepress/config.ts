import { defineConfig } from 'vitepress';
import llmstxt from 'vitepress-plugin-llms';
import { plainTexts, siteLinks } from './links.js';
import { sidebar } from './pages.js';
import { searchBoxRoles } from './search-box.js';

const DESCRIPTION = 'Engagement backend for companies, their managers and their HR systems.';

/** Files of `docs` that have a page made of them. */
const SOURCES_OF_PAGES = ['errors.md', 'limits.md'];

/** The id of a heading as GitHub makes it: an anchor leads to the same place on the site and in the repository. */
const headingId = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');

/** The site is served by the service at `/guide`, and loads nothing from anywhere else. */
export default defineConfig({
  title: 'Workforce Engagement Service',
  description: DESCRIPTION,
  lang: 'en',
  // Browsers ask for an icon otherwise.
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  base: '/guide/',
  outDir: '../dist/guide',
  cleanUrls: true,
  // The metadata of the pages in a file: the content policy of the service allows no scripts inside of pages.
  metaChunk: true,
  rewrites: { 'guide/:page': ':page', 'adr/README.md': 'adr/index.md' },
  // Their contents for readers are on pages of `reference`.
  srcExclude: SOURCES_OF_PAGES,
  markdown: {
    // Those of the theme have too little contrast.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify: headingId },
    config: (markdown) => {
      plainTexts(markdown);
      siteLinks(markdown);
    },
  },
  themeConfig: {
    outline: [2, 3],
    externalLinkIcon: true,
    // Swagger UI is beside the site, and the theme puts the path of the site before each link.
    nav: [{ text: 'Try it', link: '/../docs/', target: '_self' }],
    sidebar: sidebar(),
    search: {
      provider: 'local',
      options: {
        // Decisions are for contributors; their words would hide what readers look for.
        _render: (source, env, markdown) =>
          env.relativePath.startsWith('adr/') ? '' : markdown.render(source, env),
      },
    },
  },
  vite: {
    plugins: [
      searchBoxRoles,
      llmstxt({
        ignoreFiles: ['adr/**', ...SOURCES_OF_PAGES],
        description: DESCRIPTION,
        injectLLMHint: false,
      }),
    ],
  },
});
