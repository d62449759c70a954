import { ApiSchema } from '@nestjs/swagger';
import { Checked } from '../../platform/dto/checked.js';
import { isRecord, issue } from '../../platform/dto/checks.js';
import { OptionalBody } from '../../platform/dto/optional-body.js';
import { Property } from '../../platform/dto/properties.js';
import { isLanguageTag, MAX_LANGUAGE_TAG_LENGTH } from '../../shared-kernel/language-tag.js';
import { textIssues } from '../../shared-kernel/text.js';
import { propertyName, type ValidationIssue } from '../../shared-kernel/validation-issue.js';
import {
  MAX_PREVIEW_VALUES,
  PREVIEW_LIMITS,
  TEMPLATE_LIMITS,
} from '../domain/announcement-template.rules.js';
import { tokenName, type PreviewRequest } from '../domain/template-preview.js';

/** A placeholder in its longest form, with braces around it. */
const TOKEN_LIMITS = { maxLength: TEMPLATE_LIMITS.placeholder.maxLength + 2 };

/** Body of a preview. */
@ApiSchema({ name: 'TemplatePreviewInput' })
@OptionalBody()
export class TemplatePreviewRequest implements PreviewRequest {
  @Property(
    Checked(languageIssues),
    { type: String, minLength: 1, maxLength: MAX_LANGUAGE_TAG_LENGTH },
    {
      description:
        'BCP 47 tag in any case. Each text is shown in this language, else in its base language, else its default. ' +
        'The default texts if absent.',
      example: 'es',
    },
  )
  language?: string;

  @Property(
    Checked(valuesIssues),
    {
      type: 'object',
      additionalProperties: { type: 'string', maxLength: PREVIEW_LIMITS.value.maxLength },
      maxProperties: MAX_PREVIEW_VALUES,
    },
    {
      description:
        'Texts to put in the place of tokens, by token, with or without its braces. A token without a value stays.',
      example: { firstName: 'Ana' },
    },
  )
  values?: Record<string, string>;
}

function languageIssues(value: unknown): readonly ValidationIssue[] {
  if (typeof value !== 'string') return [issue('WRONG_TYPE', 'must be a string')];
  return isLanguageTag(value) ? [] : [issue('LANGUAGE_TAG', 'must be a BCP 47 language tag')];
}

function valuesIssues(values: unknown): readonly ValidationIssue[] {
  if (!isRecord(values)) return [issue('WRONG_TYPE', 'must be an object of texts by token')];
  const tokens = Object.keys(values);
  if (tokens.length > MAX_PREVIEW_VALUES)
    return [issue('TOO_MANY', `must have at most ${MAX_PREVIEW_VALUES} entries`)];
  const names = new Set<string>();
  return tokens.flatMap((token) => {
    const path = propertyName(token);
    const name = tokenName(token);
    const isRepeated = names.has(name);
    names.add(name);
    if (name === '' || textIssues(token, TOKEN_LIMITS).length > 0)
      return [issue('TOKEN', 'must have a token as its name, with or without braces', path)];
    if (isRepeated) return [issue('NOT_UNIQUE', 'must not name a token twice', path)];
    return textIssues(values[token], PREVIEW_LIMITS.value).map((found) => ({ ...found, path }));
  });
}
