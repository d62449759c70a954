import type { Plugin } from 'vitepress';

/**
 * Roles in the search box of the theme: it calls itself a button, and its results options, which may not contain
 * fields and links; and its keys have labels, which need a role.
 */
const REPLACED: readonly (readonly [RegExp, string])[] = [
  [
    /role="button"\s+:aria-owns="[^"]*"\s+aria-expanded="true"\s+aria-haspopup="listbox"/,
    'role="dialog" aria-modal="true"',
  ],
  [
    /:id="('localsearch-item-' \+ index)"\s+(:aria-selected="[^"]*")\s+role="option"\s*>\s*<a\b/,
    'role="none"><a :id="$1" $2 role="option"',
  ],
  [/<kbd :aria-label/g, '<kbd role="img" :aria-label'],
];

export const searchBoxRoles: Plugin = {
  name: 'search-box-roles',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/VPLocalSearchBox.vue')) return undefined;
    return REPLACED.reduce((text, [theirs, ours]) => {
      const replaced = text.replace(theirs, ours);
      if (replaced === text) throw new Error('The search box of the theme has changed.');
      return replaced;
    }, code);
  },
};
