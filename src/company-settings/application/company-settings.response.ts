import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { WEEKDAYS, type Weekday } from '../../shared-kernel/local-days.js';
import { SCOPES, type Scope } from '../../shared-kernel/actor.js';
import { LAST_HOUR } from '../../reminders/index.js';
import type { CompanySettings } from './company-settings.service.js';
import { RetentionResponse } from './retention.response.js';

/** The settings of a company. */
@ApiSchema({ name: 'CompanySettings' })
export class CompanySettingsResponse {
  @ApiProperty({
    description:
      'People who are assigned to actions get mails: that another person has assigned them, that an action is due ' +
      'soon, and that it is overdue.',
    example: true,
  })
  reminders!: boolean;

  @ApiProperty({
    description:
      'Managers get a weekly mail about the plans and actions that they have created, at 08:00 on the first of ' +
      '`weekdays` from Monday on.',
    example: true,
  })
  digest!: boolean;

  @ApiProperty({
    description: 'BCP 47 tag of the language of mails to people without a user.',
    example: 'es',
  })
  language!: string;

  @ApiProperty({
    type: 'integer',
    format: 'int32',
    minimum: 0,
    maximum: LAST_HOUR,
    description: 'Reminders of due dates are sent at this hour, in the time zone of the company.',
    example: 9,
  })
  hour!: number;

  @ApiProperty({
    enum: [...WEEKDAYS],
    enumName: 'Weekday',
    isArray: true,
    description: 'Reminders of due dates are sent on these days, in the order of a week.',
    example: WEEKDAYS.slice(0, 5),
  })
  weekdays!: readonly Weekday[];

  @ApiProperty({ description: 'Periods after which data of the company is removed.' })
  retention!: RetentionResponse;

  @ApiProperty({
    enum: [...SCOPES],
    enumName: 'Scope',
    isArray: true,
    description:
      'Scopes of the API keys that admins of the company may make: all but `people:erase`, unless the operator of the ' +
      'service says otherwise.',
    example: ['employees:read', 'timesheets:read'],
  })
  grantableScopes!: readonly Scope[];

  static from(settings: CompanySettings): CompanySettingsResponse {
    const { reminders, digest, language, hour, weekdays, retention, grantableScopes } = settings;
    return {
      ...{ reminders, digest, language, hour, weekdays },
      retention: RetentionResponse.from(retention),
      grantableScopes,
    };
  }
}
