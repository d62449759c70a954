import { PLAN_CHANGES } from '../../action-plans/index.js';
import { TEMPLATE_CHANGES } from '../../announcements/index.js';
import { CATALOGUE } from '../../platform/database/change-sets.js';
import type { ChangeSource } from '../../platform/database/change-source.js';
import { AREA_CHANGES, CHARACTERISTIC_CHANGES, GROUP_CHANGES } from '../../segmentation/index.js';
import type { Scope } from '../../shared-kernel/actor.js';
import { DELETED_TIMESHEET_CHANGES, TIMESHEET_CHANGES } from '../../timesheets/index.js';
import { EMPLOYEE_CHANGES } from '../../workforce/index.js';

/**
 * The kinds of all contexts. Of one transaction they are read in this order, and cursors have the places of the kinds
 * in it: a new one comes last.
 */
const KINDS = [
  EMPLOYEE_CHANGES,
  TIMESHEET_CHANGES,
  DELETED_TIMESHEET_CHANGES,
  AREA_CHANGES,
  GROUP_CHANGES,
  CHARACTERISTIC_CHANGES,
  PLAN_CHANGES,
  TEMPLATE_CHANGES,
] as const;

export type ChangeKind = (typeof KINDS)[number]['kind'];

/** A source with the index of its kind in {@link CHANGE_KINDS}. */
export interface OrderedSource extends ChangeSource<ChangeKind> {
  readonly index: number;
}

export const SOURCES: readonly OrderedSource[] = KINDS.map((source: ChangeSource<ChangeKind>, index) => {
  return { ...source, index };
});

export const CHANGE_KINDS: readonly ChangeKind[] = SOURCES.map(({ kind }) => kind);

/** The scopes by which keys read kinds; sessions read the others. */
export const KIND_SCOPES: ReadonlyMap<ChangeKind, Scope> = new Map(
  SOURCES.flatMap(({ kind, scope }) => (scope === undefined ? [] : [[kind, scope] as const])),
);

/** The kinds for API keys. */
export const KEY_KINDS: readonly ChangeKind[] = CHANGE_KINDS.filter((kind) => KIND_SCOPES.has(kind));

/** The kinds for sessions. */
export const SESSION_KINDS: readonly ChangeKind[] = CHANGE_KINDS.filter((kind) => !KIND_SCOPES.has(kind));

/** An object of a kind with its article, like `An employee`. */
export const KIND_WORDS: ReadonlyMap<ChangeKind, string> = new Map(
  SOURCES.map(({ kind, words }) => [kind, words]),
);

/** An order of changes that a reader follows. */
export interface Order {
  readonly of: 'catalogue' | 'company';
  readonly companyId: string;
  readonly kinds: readonly ChangeKind[];
}

/** The orders of the kinds of a reader, in the order of a page. */
export function ordersOf({ companyId, kinds }: Pick<Order, 'companyId' | 'kinds'>): readonly Order[] {
  const isShared = (kind: ChangeKind): boolean =>
    SOURCES.some((source) => source.kind === kind && source.isShared);
  const shared = kinds.filter(isShared);
  const own = kinds.filter((kind) => !isShared(kind));
  return [
    ...(shared.length > 0 ? [{ of: 'catalogue', companyId: CATALOGUE, kinds: shared } as const] : []),
    ...(own.length > 0 || shared.length === 0 ? [{ of: 'company', companyId, kinds: own } as const] : []),
  ];
}
