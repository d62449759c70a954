import { ApiSchema } from '@nestjs/swagger';
import { Checked } from '../../platform/dto/checked.js';
import { DescribedBy } from '../../platform/dto/described-by.js';
import { Flag, Ignored, Nested, Property } from '../../platform/dto/properties.js';
import { languageTagIssues, MAX_LANGUAGE_TAG_LENGTH } from '../../shared-kernel/language-tag.js';
import { WEEKDAYS, type Weekday } from '../../shared-kernel/local-days.js';
import { CompanySettingsResponse } from '../application/company-settings.response.js';
import { hourIssues, LAST_HOUR, weekdaysIssues } from '../../reminders/index.js';
import { RetentionRequest } from './retention.request.js';

/** Body of a change of the settings of a company. */
@ApiSchema({ name: 'UpdateCompanySettingsInput' })
@DescribedBy(CompanySettingsResponse)
export class UpdateCompanySettingsRequest {
  @Flag({ description: 'Mails to people who are assigned to actions.', example: true })
  reminders?: boolean;

  @Flag({ description: 'The weekly mail to managers.', example: true })
  digest?: boolean;

  @Property(Checked(languageTagIssues), { type: String, maxLength: MAX_LANGUAGE_TAG_LENGTH })
  language?: string;

  @Property(
    Checked(hourIssues),
    { type: 'integer', format: 'int32', minimum: 0, maximum: LAST_HOUR },
    { description: 'Hour of reminders of due dates, in the time zone of the company.', example: 9 },
  )
  hour?: number;

  @Property(
    Checked(weekdaysIssues),
    { enum: [...WEEKDAYS], enumName: 'Weekday', isArray: true, minItems: 1, maxItems: WEEKDAYS.length },
    { description: 'Days of reminders of due dates, each once.', example: ['MONDAY', 'WEDNESDAY'] },
  )
  weekdays?: Weekday[];

  @Nested(() => RetentionRequest, {
    description: 'Periods after which data of the company is removed. It replaces the one before.',
  })
  retention?: RetentionRequest;

  @Ignored({ description: 'Ignored: the operator of the service decides.' })
  grantableScopes?: unknown;
}
