import type { Plugin } from 'vitepress';

/** The search box of the theme calls itself a button, which may contain no fields. */
export const namedSearch: Plugin = {
  name: 'named-search',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/VPLocalSearchBox.vue')) return undefined;
    const wrapper = /role="button"\s+:aria-owns="[^"]*"\s+aria-expanded="true"\s+aria-haspopup="listbox"/;
    if (!wrapper.test(code)) throw new Error('The search box of the theme has changed.');
    return code.replace(wrapper, 'role="dialog" aria-modal="true"');
  },
};
