import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  isComplete,
  MAX_LANGUAGES,
  type MultiLanguage as Text,
} from '../../../shared-kernel/multi-language.js';
import type { TextRules } from '../../../shared-kernel/text.js';

const LANGUAGES =
  'By BCP 47 language tag. Resolve the language of the user, then its base language, then `defaultValue`.';

/** A translatable text, as it is answered (interface 2.1). */
export class MultiLanguage {
  @ApiProperty({
    description:
      'Text for every language without one of its own. Never empty but in a refusal (412) of a template without one.',
    example: 'Welcome, {firstName}!',
  })
  defaultValue!: string;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: LANGUAGES,
    example: { es: '¡Te damos la bienvenida, {firstName}!' },
  })
  langValues?: Readonly<Record<string, string>>;

  @ApiProperty({
    required: false,
    readOnly: true,
    description: 'Whether the default and every language have a text that is not blank. Computed.',
    example: true,
  })
  valid?: boolean;

  /** A stored text with its computed member. */
  static from(text: Text): MultiLanguage {
    const { defaultValue, langValues } = text;
    return { defaultValue, ...(langValues && { langValues }), valid: isComplete(text) };
  }
}

/** The schema of a translatable text in a request body, under a name of its own for its length. */
export function multiLanguageInput(
  name: string,
  { maxLength, multiline }: TextRules,
  example: Required<Text>,
): new () => object {
  const kind = multiline ? 'Takes tab, line feed and carriage return.' : 'One line.';

  class MultiLanguageInput {
    @ApiProperty({
      minLength: 1,
      maxLength,
      description: `Must not be blank. ${kind}`,
      example: example.defaultValue,
    })
    defaultValue!: string;

    @ApiPropertyOptional({
      type: 'object',
      additionalProperties: { type: 'string', maxLength },
      maxProperties: MAX_LANGUAGES,
      description: LANGUAGES,
      example: example.langValues,
    })
    langValues?: Readonly<Record<string, string>>;

    @ApiProperty({ required: false, readOnly: true, description: 'Ignored: it is computed.', example: true })
    valid?: boolean;
  }
  Object.defineProperty(MultiLanguageInput, 'name', { value: name });
  return MultiLanguageInput;
}
