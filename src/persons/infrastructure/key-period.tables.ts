import { Injectable } from '@nestjs/common';
import { eraserOf, sourceOf, type PersonalRows } from '../../platform/database/personal-rows.js';
import { by } from '../../shared-kernel/personal-tables.js';

const KEY_PERIOD: PersonalRows = {
  table: 'key_period',
  purpose: 'staff',
  people: ['employees', 'users'],
  kept: 'until the person is erased, or the company is deleted',
  access: by('FormerKeySource'),
  erasure: by('KeyPeriodEraser'),
  columns: {
    key: 'address, external id or name that an employee or user had before, or got later',
    holder_id: 'id of an employee or user',
  },
  impersonal: 'company_id kind is_user since until',
  ofPerson: 'holder_id = ANY (:ids)',
  given: {
    kind: 'formerKeys',
    columns: 'kind, key, since, until',
    condition: 'until IS NOT NULL',
    order: 'until, kind, key',
  },
  counted: 'formerKeys',
};

export const KEY_PERIOD_TABLES = [KEY_PERIOD];

/** Addresses, external ids and names that a person had before. */
@Injectable()
export class FormerKeySource extends sourceOf(KEY_PERIOD) {}

/** Removes the keys that a person had before, and since when the person has others. */
@Injectable()
export class KeyPeriodEraser extends eraserOf(KEY_PERIOD) {}
