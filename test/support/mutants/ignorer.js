const SENTENCE = /^[A-Z][^\n]* [^\n]*[.:]$/;

/** Texts for people: sentences, and the messages of validation issues. Tests check codes and paths instead. */
const texts = {
  shouldIgnore(path) {
    if (!path.isStringLiteral() && !path.isTemplateLiteral()) return undefined;
    const { parent } = path;
    const owner = parent.type === 'ObjectProperty' ? parent.key : parent.id;
    if (owner?.name === 'message') return 'message of an issue';
    const text = path.isStringLiteral()
      ? path.node.value
      : path.node.quasis.map(({ value }) => value.raw).join('x');
    return SENTENCE.test(text) ? 'sentence' : undefined;
  },
};

export const strykerPlugins = [{ kind: 'Ignore', name: 'texts', value: texts }];
