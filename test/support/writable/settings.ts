import type { Type } from '@nestjs/common';
import { MeResponse } from '../../../src/me/application/me.response.js';
import { UpdateMeRequest } from '../../../src/me/interface/me.request.js';
import { CompanySettingsResponse } from '../../../src/company-settings/application/company-settings.response.js';
import { WEEKDAYS } from '../../../src/shared-kernel/local-days.js';
import { UpdateCompanySettingsRequest } from '../../../src/company-settings/interface/company-settings.request.js';
import type { ApiClient } from '../api-client.js';
import { COMPANY_SETTINGS, ME } from '../builders/look-ups.js';
import type { Body, Given, Written } from '../property-walk.js';
import { bodyOf, type WritableKind } from './writable-kind.js';

export const companySettings = ofAdmin(
  COMPANY_SETTINGS,
  { dto: UpdateCompanySettingsRequest, response: CompanySettingsResponse },
  {
    language: { values: () => ['zh-Hant-TW', `x-${'aaaaaaa-'.repeat(12)}a`] },
    retention: { values: () => [{ leaversMonths: 1, warnByMail: true }] },
    'retention.leaversMonths': { values: () => [120, 1] },
    'retention.timesheetsYears': { values: () => [30, 1] },
    'retention.closedPlansYears': { values: () => [30, 1] },
    'retention.auditDays': { values: () => [3_650, 30] },
    weekdays: { values: () => [['SUNDAY'], [...WEEKDAYS], ['TUESDAY', 'SATURDAY']] },
  },
);
export const me = ofAdmin(ME, { dto: UpdateMeRequest, response: MeResponse });

/** Something that every admin has one of, of their own or of their company. */
function ofAdmin(
  path: string,
  classes: { readonly dto: Type<object>; readonly response: Type<object> },
  given: Readonly<Record<string, Given>> = {},
): WritableKind {
  return {
    ...classes,
    open(app) {
      let admin: ApiClient;
      const change = async (body: Body): Promise<Written> => {
        const changed = bodyOf(await admin.patch(path, body));
        return { answers: { PATCH: changed, GET: bodyOf(await admin.get(path)) } };
      };
      return Promise.resolve({
        dto: classes.dto,
        base: () => ({}),
        create: async (body) => {
          admin = await app.user('ADMIN');
          return change(body);
        },
        update: (_, body) => change(body),
        given,
        staysWhenAbsent: true,
      });
    },
  };
}
