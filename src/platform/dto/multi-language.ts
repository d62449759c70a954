import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import {
  isComplete,
  MAX_LANGUAGES,
  maxBytesOf,
  type MultiLanguage,
} from '../../shared-kernel/multi-language.js';
import type { TextRules } from '../../shared-kernel/text.js';

const LANGUAGES =
  'By BCP 47 language tag. Resolve the language of the user, then its base language, then `defaultValue`.';

/** A translatable text in an answer. */
@ApiSchema({ name: 'MultiLanguage', description: 'A text in several languages.' })
export class MultiLanguageResponse {
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

  /** `valid` is stored with the answer of a resource, because adding it at read would parse every text of a page. */
  static from(text: MultiLanguage): MultiLanguageResponse {
    const { defaultValue, langValues } = text;
    return { defaultValue, ...(langValues && { langValues }), valid: isComplete(text) };
  }
}

/** A translatable text in a request: its name in OpenAPI, its limits and an example. */
export interface MultiLanguageSchema extends TextRules {
  readonly name: string;
  readonly example: Required<MultiLanguage>;
}

const classes = new Map<string, { readonly schema: string; readonly type: new () => object }>();

/**
 * The schema class of a translatable text. OpenAPI has one schema per name, so a name has one class.
 * @throws when a name is used for two different schemas
 */
export function multiLanguageRequest(options: MultiLanguageSchema): new () => object {
  const { name, maxLength, multiline, example } = options;
  const schema = JSON.stringify([maxLength, multiline, example]);
  const existing = classes.get(name);
  if (existing && existing.schema !== schema) throw new Error(`${name} is the name of another schema.`);
  if (existing) return existing.type;
  const kind = multiline ? 'Takes tab, line feed and carriage return.' : 'One line.';
  const total = `All languages together have at most ${maxBytesOf(options) / 1_024} KiB in UTF-8.`;

  @ApiSchema({ name, description: 'A text in several languages.' })
  class MultiLanguageRequest {
    @ApiProperty({
      minLength: 1,
      maxLength,
      description: `Must not be blank. ${kind} ${total}`,
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
  classes.set(name, { schema, type: MultiLanguageRequest });
  return MultiLanguageRequest;
}
