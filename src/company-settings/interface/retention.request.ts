import { applyDecorators } from '@nestjs/common';
import { ApiSchema } from '@nestjs/swagger';
import { Checked } from '../../platform/dto/checked.js';
import { DescribedBy } from '../../platform/dto/described-by.js';
import { Flag, Property } from '../../platform/dto/properties.js';
import { periodIssues, type RetentionPeriod, type RetentionSettings } from '../../privacy/retention/index.js';
import { periodForm, RetentionResponse } from '../application/retention.response.js';

function Period(name: RetentionPeriod): PropertyDecorator {
  return applyDecorators(Property(Checked(periodIssues(name)), periodForm(name)));
}

/** The retention of a company. A period that is null or not sent is off. */
@ApiSchema({ name: 'RetentionInput' })
@DescribedBy(RetentionResponse)
export class RetentionRequest {
  @Period('leaversMonths')
  leaversMonths?: number;

  @Period('timesheetsYears')
  timesheetsYears?: number;

  @Period('closedPlansYears')
  closedPlansYears?: number;

  @Period('auditDays')
  auditDays?: number;

  @Flag({ description: 'Mails to admins before something is removed. `false` when not sent.', example: true })
  warnByMail?: boolean;
}

/** The settings that a request asks for. */
export function retentionOf({ warnByMail = false, ...periods }: RetentionRequest): RetentionSettings {
  return { ...periods, warnByMail };
}
