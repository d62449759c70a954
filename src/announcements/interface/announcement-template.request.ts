import { ApiSchema } from '@nestjs/swagger';
import { Checked } from '../../platform/dto/checks.js';
import {
  Flag,
  Ignored,
  Int32,
  MultiLanguageText,
  Property,
  Text,
  TextList,
} from '../../platform/dto/properties.js';
import type { MultiLanguage } from '../../shared-kernel/multi-language.js';
import {
  coverImageUrlIssues,
  KEY_PATTERN,
  keyIssues,
  MAX_PLACEHOLDERS,
  TEMPLATE_LIMITS,
} from '../domain/announcement-template.rules.js';

/** Body of creation and replacement. */
@ApiSchema({ name: 'TemplateInput' })
export class TemplateRequest {
  @Ignored({ description: 'Ignored: it is generated.' })
  id?: unknown;

  @Property(
    Checked(keyIssues),
    { type: String, minLength: 1, ...TEMPLATE_LIMITS.key, pattern: KEY_PATTERN.source },
    {
      required: true,
      description: 'Business key, unique across the catalogue exactly as written.',
      example: 'welcome-aboard',
    },
  )
  key!: string;

  @MultiLanguageText({
    name: 'TitleText',
    description: 'Title of the announcement.',
    ...TEMPLATE_LIMITS.title,
    required: true,
    example: {
      defaultValue: 'Welcome, {firstName}!',
      langValues: { es: '¡Te damos la bienvenida, {firstName}!' },
    },
  })
  title!: MultiLanguage;

  @MultiLanguageText({
    name: 'BodyText',
    description: 'Text of the announcement.',
    ...TEMPLATE_LIMITS.body,
    example: {
      defaultValue: 'Dear {firstName},\n\nwe are glad that you are here.',
      langValues: { es: 'Hola, {firstName}:\n\nnos alegra que estés aquí.' },
    },
  })
  body?: MultiLanguage;

  @MultiLanguageText({
    name: 'ResumeText',
    ...TEMPLATE_LIMITS.resume,
    description: 'Short summary or subtitle.',
    example: {
      defaultValue: 'A few words for your first day.',
      langValues: { es: 'Unas palabras para tu primer día.' },
    },
  })
  resume?: MultiLanguage;

  @Text({ ...TEMPLATE_LIMITS.category, description: 'Grouping in the picker.', example: 'Onboarding' })
  category?: string;

  @Property(
    Checked(coverImageUrlIssues),
    { type: String, format: 'uri', ...TEMPLATE_LIMITS.coverImageURL },
    { description: 'Absolute http or https URL.', example: 'https://images.example.com/welcome.jpg' },
  )
  coverImageURL?: string;

  @Int32({ description: 'Place in the picker, ascending; templates without one come last.', example: 10 })
  order?: number;

  @Flag({
    description: 'Whether authors see the template; true when not given.',
    example: true,
    default: true,
  })
  enabled?: boolean;

  @TextList({
    ...TEMPLATE_LIMITS.placeholder,
    maxItems: MAX_PLACEHOLDERS,
    description: 'Tokens for the palette, kept verbatim.',
    example: ['{firstName}'],
  })
  placeholders?: string[];
}
