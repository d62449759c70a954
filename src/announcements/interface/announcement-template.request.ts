import { ApiSchema } from '@nestjs/swagger';
import { Checked } from '../../platform/dto/checked.js';
import { DescribedBy } from '../../platform/dto/described-by.js';
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
import { TemplateResponse } from '../application/announcement-template.response.js';
import {
  coverImageUrlIssues,
  KEY_PATTERN,
  keyIssues,
  MAX_PLACEHOLDERS,
  TEMPLATE_LIMITS,
} from '../domain/announcement-template.rules.js';

/** Body of creation and replacement. */
@ApiSchema({ name: 'TemplateInput' })
@DescribedBy(TemplateResponse)
export class TemplateRequest {
  @Ignored({ description: 'Ignored: it is generated.' })
  id?: unknown;

  @Property(
    Checked(keyIssues),
    { type: String, minLength: 1, ...TEMPLATE_LIMITS.key, pattern: KEY_PATTERN.source },
    { required: true },
  )
  key!: string;

  @MultiLanguageText({
    name: 'TitleText',
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
    example: {
      defaultValue: 'A few words for your first day.',
      langValues: { es: 'Unas palabras para tu primer día.' },
    },
  })
  resume?: MultiLanguage;

  @Text(TEMPLATE_LIMITS.category)
  category?: string;

  @Property(Checked(coverImageUrlIssues), { type: String, format: 'uri', ...TEMPLATE_LIMITS.coverImageURL })
  coverImageURL?: string;

  @Int32()
  order?: number;

  @Flag({ default: true })
  enabled?: boolean;

  @TextList({ ...TEMPLATE_LIMITS.placeholder, maxItems: MAX_PLACEHOLDERS })
  placeholders?: string[];
}
