/** The demo catalogue of announcement templates, all categories together. */
import { calendarTemplates } from './calendar.js';
import { companyTemplates } from './company.js';
import type { DemoTemplate } from './demo-template.js';
import { onboardingTemplates } from './onboarding.js';
import { peopleTemplates } from './people.js';
import { safetyTemplates } from './safety.js';
import { surveyTemplates } from './surveys.js';
import { technologyTemplates } from './technology.js';

export type { DemoTemplate, MultiText } from './demo-template.js';

/** Every template of the demo catalogue, in the order of the picker's categories. */
export const demoCatalogue: readonly DemoTemplate[] = [
  ...onboardingTemplates,
  ...surveyTemplates,
  ...safetyTemplates,
  ...calendarTemplates,
  ...technologyTemplates,
  ...peopleTemplates,
  ...companyTemplates,
];
