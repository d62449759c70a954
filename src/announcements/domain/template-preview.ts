import { resolveLanguage, resolveText, type MultiLanguage } from '../../shared-kernel/multi-language.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { MAX_PREVIEW_BYTES, TEMPLATE_LIMITS } from './announcement-template.rules.js';
import type { TemplateState } from './announcement-template.js';

/** A language and values for the tokens of a template. */
export interface PreviewRequest {
  /** BCP 47 tag; the default texts if absent. */
  readonly language?: string;
  /** By token, with or without its braces. */
  readonly values?: Readonly<Record<string, string>>;
}

/** The texts of a template as a reader would see them, and the disagreements of texts and placeholders. */
export interface TemplatePreview {
  /** The tag of the title's text; absent where that is the default. */
  readonly language?: string;
  readonly title: string;
  readonly body?: string;
  readonly resume?: string;
  /** Tokens of these texts that are no placeholder of the template, as they are written, in the order of the texts. */
  readonly unknownTokens: readonly string[];
  /** Placeholders that none of these texts has, as they are stored. */
  readonly unusedPlaceholders: readonly string[];
}

/** A token of the form `{name}` or `{{name}}`, in one line. */
const NAMED = `\\{[^{}\\r\\n]{1,${TEMPLATE_LIMITS.placeholder.maxLength}}\\}`;
const TOKEN = new RegExp(`\\{${NAMED}\\}|${NAMED}`, 'gu');

/**
 * The texts of a template in one language, with values in the place of tokens. Values are inserted as they are: tokens
 * in them are not replaced. A token without a value stays.
 * @throws {ValidationFailed} when the values take too many bytes in the texts
 */
export function previewTemplate(
  { title, body, resume, placeholders }: TemplateState,
  { language, values = {} }: PreviewRequest,
): TemplatePreview {
  const valuesByName = new Map(Object.entries(values).map(([token, value]) => [tokenName(token), value]));
  const tokens = new Set<string>();
  let bytes = 0;
  const replaceToken = (token: string): string => {
    tokens.add(token);
    const value = valuesByName.get(tokenName(token)) ?? token;
    bytes += Buffer.byteLength(value);
    if (bytes > MAX_PREVIEW_BYTES) throw tooLarge();
    return value;
  };
  const shown = (text: MultiLanguage): string =>
    (language === undefined ? text.defaultValue : resolveText(text, language)).replace(TOKEN, replaceToken);

  const tag = language === undefined ? undefined : resolveLanguage(title, language);
  const texts = {
    ...(tag !== undefined && { language: tag }),
    title: shown(title),
    ...(body && { body: shown(body) }),
    ...(resume && { resume: shown(resume) }),
  };
  const known = new Set(placeholders.map(tokenName));
  const used = new Set([...tokens].map(tokenName));
  return {
    ...texts,
    unknownTokens: [...tokens].filter((token) => !known.has(tokenName(token))),
    unusedPlaceholders: placeholders.filter((placeholder) => !used.has(tokenName(placeholder))),
  };
}

/** The name of a token or placeholder, which may be written without its braces. Linear, because names may be long. */
export function tokenName(token: string): string {
  let [start, end] = [0, token.length];
  while (token[start] === '{') start++;
  while (end > start && token[end - 1] === '}') end--;
  return token.slice(start, end);
}

function tooLarge(): ValidationFailed {
  const message = `must take at most ${MAX_PREVIEW_BYTES} bytes in the texts`;
  return new ValidationFailed([{ path: 'values', code: 'TOO_LARGE', message }]);
}
