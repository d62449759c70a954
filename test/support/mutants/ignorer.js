/** Sentences, and messages of validation issues, which are predicates. */
const TEXT = /^(?:[A-Z][^\n]* [^\n]*[.:]|(?:must|is required) [^\n]*)$/;

/** Texts for people. Tests check codes and paths instead. */
const texts = {
  shouldIgnore(path) {
    if (!path.isStringLiteral() && !path.isTemplateLiteral()) return undefined;
    const text = path.isStringLiteral()
      ? path.node.value
      : path.node.quasis.map(({ value }) => value.raw).join('x');
    return TEXT.test(text) ? 'text for people' : undefined;
  },
};

export const strykerPlugins = [{ kind: 'Ignore', name: 'texts', value: texts }];
