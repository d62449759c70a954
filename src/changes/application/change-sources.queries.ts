import { PLAN_CHANGES } from '../../action-plans/index.js';
import { TEMPLATE_CHANGES } from '../../announcements/index.js';
import { CATALOGUE } from '../../platform/database/change-sets.js';
import type { ChangeSource } from '../../platform/database/change-source.js';
import { AREA_CHANGES, CHARACTERISTIC_CHANGES, GROUP_CHANGES } from '../../segmentation/index.js';
import { DELETED_TIMESHEET_CHANGES, TIMESHEET_CHANGES } from '../../timesheets/index.js';
import { EMPLOYEE_CHANGES } from '../../workforce/index.js';
import { CHANGE_KINDS, type ChangeKind } from '../domain/change-kinds.js';
import type { FeedReader } from './feed-reader.js';

const GIVEN: readonly ChangeSource[] = [
  EMPLOYEE_CHANGES,
  TIMESHEET_CHANGES,
  DELETED_TIMESHEET_CHANGES,
  AREA_CHANGES,
  GROUP_CHANGES,
  CHARACTERISTIC_CHANGES,
  PLAN_CHANGES,
  TEMPLATE_CHANGES,
];

/** A source with the index of its kind in `CHANGE_KINDS`. */
export interface OrderedSource extends ChangeSource {
  readonly index: number;
}

/** The sources of all contexts in the order of the kinds. */
export const SOURCES: readonly OrderedSource[] = CHANGE_KINDS.map((kind, index) => {
  const source = GIVEN.find((one) => one.kind === kind);
  if (!source) throw new Error(`No context has changes of the kind ${kind}.`);
  return { ...source, index };
});

/** An order of changes that a reader follows. */
export interface Order {
  readonly of: 'catalogue' | 'company';
  readonly companyId: string;
  readonly kinds: readonly ChangeKind[];
}

/** The orders of the kinds of a reader, in the order of a page. */
export function ordersOf({ companyId, kinds }: FeedReader): readonly Order[] {
  const isShared = (kind: ChangeKind): boolean =>
    SOURCES.some((source) => source.kind === kind && source.isShared);
  const shared = kinds.filter(isShared);
  const own = kinds.filter((kind) => !isShared(kind));
  return [
    ...(shared.length > 0 ? [{ of: 'catalogue', companyId: CATALOGUE, kinds: shared } as const] : []),
    ...(own.length > 0 || shared.length === 0 ? [{ of: 'company', companyId, kinds: own } as const] : []),
  ];
}
