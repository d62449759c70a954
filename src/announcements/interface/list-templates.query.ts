import { QueryFlag, QueryText } from '../../platform/dto/query-properties.js';
import { TEMPLATE_LIMITS } from '../domain/announcement-template.rules.js';
import type { TemplateFilter } from '../domain/template-filter.js';

/** Conditions on the list of all templates; a template must satisfy each. */
export class ListTemplatesQuery implements TemplateFilter {
  @QueryText({
    ...TEMPLATE_LIMITS.category,
    description: 'Templates of this category, exactly as written.',
    example: 'Onboarding',
  })
  category?: string;

  @QueryText({
    maxLength: 255,
    description:
      'Templates with this text in the key, or in title, body or resume of any language. Upper and lower case are ' +
      'the same; `{` and `}` are ordinary characters.',
    example: '{firstName}',
  })
  q?: string;

  @QueryFlag({ description: 'Templates that authors see, or those that they do not see.' })
  enabled?: boolean;
}
