import { h, type Component } from 'vue';
import { withBase, type Theme } from 'vitepress';
import theme from 'vitepress/theme';
import './site.css';

/** The page of the theme has no main landmark. */
const NotFound: Component = () =>
  h('main', { class: 'not-found' }, [
    h('h1', 'Page not found'),
    h('p', ['There is no page at this address. ', h('a', { href: withBase('/') }, 'To the first page')]),
  ]);

export default {
  extends: theme,
  Layout: () => h(theme.Layout, null, { 'not-found': () => h(NotFound) }),
} satisfies Theme;
