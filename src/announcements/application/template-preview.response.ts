import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { TemplatePreview } from '../domain/template-preview.js';

/** A template as a reader of an announcement would see it. */
@ApiSchema({ name: 'TemplatePreview' })
export class TemplatePreviewResponse implements TemplatePreview {
  @ApiProperty({
    description: 'Language of the title, as the template has it; absent where the default text is shown.',
    example: 'es',
    required: false,
  })
  language?: string;

  @ApiProperty({
    description: 'Title with values in the place of tokens.',
    example: 'Tu opinión cuenta: ya puedes participar en Pulso',
  })
  title!: string;

  @ApiProperty({
    description: 'Text of the announcement with values in the place of tokens.',
    required: false,
  })
  body?: string;

  @ApiProperty({
    description: 'Short summary or subtitle with values in the place of tokens.',
    required: false,
  })
  resume?: string;

  @ApiProperty({
    description:
      'Tokens of these texts that are no placeholder of the template, such as misspelt ones, as they are written.',
    example: ['{nombre}'],
    type: [String],
  })
  unknownTokens!: readonly string[];

  @ApiProperty({
    description: 'Placeholders of the template that none of these texts has.',
    example: ['{companyName}'],
    type: [String],
  })
  unusedPlaceholders!: readonly string[];
}
