import { defineConfig } from 'vitepress';
import llmstxt from 'vitepress-plugin-llms';
import { plainTexts, siteLinks } from './links.js';
import { features, sidebar } from './pages.js';

const DESCRIPTION = 'Engagement backend for companies, their managers and their HR systems.';

/** The site is served by the service at `/guide`, and loads nothing from anywhere else. */
export default defineConfig({
  title: 'Workforce Engagement Service',
  description: DESCRIPTION,
  lang: 'en',
  base: '/guide/',
  outDir: '../dist/guide',
  cleanUrls: true,
  // The metadata of the pages in a file: the content policy of the service allows no scripts inside of pages.
  metaChunk: true,
  rewrites: { 'guide/:page': ':page', 'adr/README.md': 'adr/index.md' },
  // Its content is on `reference/errors.md`, with a heading per code.
  srcExclude: ['errors.md'],
  transformPageData: ({ relativePath }) =>
    relativePath === 'index.md' ? { frontmatter: { ...HOME, features: features() } } : undefined,
  markdown: {
    config: (markdown) => {
      plainTexts(markdown);
      siteLinks(markdown);
    },
  },
  themeConfig: {
    outline: [2, 3],
    externalLinkIcon: true,
    nav: [
      { text: 'Try it', link: 'pathname:///docs', target: '_self' },
    ],
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
    plugins: [llmstxt({ ignoreFiles: ['adr/**', 'errors.md'], description: DESCRIPTION })],
    build: { chunkSizeWarningLimit: 4_096 },
  },
});

const HOME = { layout: 'home', hero: { name: 'Workforce Engagement Service', text: '', tagline: DESCRIPTION } };
