import { propertyPath, type ValidationIssue } from '../../shared-kernel/validation-issue.js';
import type { EmployeeContent, EmployeeProperties, ProfileEntry } from './employee-content.js';

/** Ids of the company's segmentation that employees refer to. */
export interface WantedReferences {
  readonly areaIds: readonly string[];
  readonly groupIds: readonly string[];
  readonly characteristicIds: readonly string[];
}

/** Those of {@link WantedReferences} that the company has. */
export interface KnownReferences {
  readonly areaIds: ReadonlySet<string>;
  readonly groupIds: ReadonlySet<string>;
  readonly characteristics: ReadonlyMap<
    string,
    { readonly type: keyof typeof VALUE_OF_TYPE; readonly valueIds: ReadonlySet<string> }
  >;
}

type Reference = 'hierarchyId' | 'managedHierarchies' | 'groupIds' | 'profile';
/** The properties of an employee that refer to segmentation. */
export type Referring = Pick<EmployeeContent, Reference>;

/**
 * The property with the value of a profile entry, by the type of its characteristic (docs/contract.md, "Employees").
 */
const VALUE_OF_TYPE = { DATE: 'date', LIST: 'valueId', BOOLEAN: 'valueId', TREE: 'leafId' } as const;
const VALUES = ['date', 'valueId', 'leafId'] as const;

/** References as they were written: with ids or external ids. */
export interface WrittenReferences {
  readonly areas: readonly string[];
  readonly groups: readonly string[];
  readonly characteristics: readonly {
    readonly characteristic: string;
    readonly values: readonly string[];
  }[];
}

/** The ids that the company has for them. Anything else is given back as it is. */
export interface ExternalIds {
  area(written: string): string;
  group(written: string): string;
  characteristic(written: string): string;
  value(characteristic: string, written: string): string;
}

export function writtenReferencesOf(employees: readonly Referring[]): WrittenReferences {
  const { areaIds: areas, groupIds: groups } = referencesOf(employees);
  const entries = employees.flatMap(({ profile }) => profile ?? []);
  const characteristics = entries.map(({ id, valueId, leafId }) => ({
    characteristic: id,
    values: [valueId, leafId].filter(isGiven),
  }));
  return { areas, groups, characteristics };
}

/** The same properties with ids in place of external ids. */
export function withIds<Content extends Referring>(content: Content, known: ExternalIds): Content {
  const { hierarchyId, managedHierarchies, groupIds, profile } = content;
  return {
    ...content,
    ...(isGiven(hierarchyId) && { hierarchyId: known.area(hierarchyId) }),
    ...(managedHierarchies && { managedHierarchies: managedHierarchies.map((area) => known.area(area)) }),
    ...(groupIds && { groupIds: groupIds.map((group) => known.group(group)) }),
    ...(profile && {
      profile: profile.map((entry) => ({
        ...entry,
        id: known.characteristic(entry.id),
        ...(isGiven(entry.valueId) && { valueId: known.value(entry.id, entry.valueId) }),
        ...(isGiven(entry.leafId) && { leafId: known.value(entry.id, entry.leafId) }),
      })),
    }),
  };
}

/** Everything that employees refer to, each id once. */
export function referencesOf(employees: readonly Referring[]): WantedReferences {
  const areaIds = new Set<string>();
  const groupIds = new Set<string>();
  const characteristicIds = new Set<string>();
  for (const { hierarchyId, managedHierarchies, groupIds: groups, profile } of employees) {
    if (isGiven(hierarchyId)) areaIds.add(hierarchyId);
    for (const id of managedHierarchies ?? []) areaIds.add(id);
    for (const id of groups ?? []) groupIds.add(id);
    for (const { id } of profile ?? []) characteristicIds.add(id);
  }
  return { areaIds: [...areaIds], groupIds: [...groupIds], characteristicIds: [...characteristicIds] };
}

export function areNone({ areaIds, groupIds, characteristicIds }: WantedReferences): boolean {
  return areaIds.length + groupIds.length + characteristicIds.length === 0;
}

/** References to what the company does not have, and entries that their characteristic does not allow. */
export function referenceIssues(referring: Referring, known: KnownReferences): ValidationIssue[] {
  const { hierarchyId, managedHierarchies, groupIds, profile } = referring;
  const areas = isGiven(hierarchyId) ? [['hierarchyId', hierarchyId]] : [];
  for (const [index, id] of (managedHierarchies ?? []).entries()) {
    areas.push([`managedHierarchies[${index}]`, id]);
  }
  return [
    ...areas.flatMap(([path = '', id = '']) => (known.areaIds.has(id) ? [] : [unknown(path, 'an area')])),
    ...(groupIds ?? []).flatMap((id, index) =>
      known.groupIds.has(id) ? [] : [unknown(`groupIds[${index}]`, 'a group')],
    ),
    ...(profile ?? []).flatMap((entry, index) => entryIssues(entry, `profile[${index}]`, known)),
  ];
}

/** The change that drops the references of an employee to what the company no longer has. */
export function withoutUnknown(
  { hierarchyId, managedHierarchies, groupIds, profile }: EmployeeProperties,
  known: KnownReferences,
): EmployeeContent {
  return {
    ...(hierarchyId !== undefined && !known.areaIds.has(hierarchyId) && { hierarchyId: null }),
    managedHierarchies: managedHierarchies.filter((id) => known.areaIds.has(id)),
    groupIds: groupIds.filter((id) => known.groupIds.has(id)),
    profile: profile.filter((entry) => isEntryAllowed(entry, known)),
  };
}

/** True if the company has the characteristic of an entry, and the characteristic allows its value. */
export function isEntryAllowed(entry: ProfileEntry, known: KnownReferences): boolean {
  return entryIssues(entry, '', known).length === 0;
}

function entryIssues(entry: ProfileEntry, path: string, known: KnownReferences): ValidationIssue[] {
  const characteristic = known.characteristics.get(entry.id);
  if (!characteristic) return [unknown(propertyPath(path, 'id'), 'a characteristic')];
  const { type, valueIds } = characteristic;
  const carried = VALUE_OF_TYPE[type];
  const issues: ValidationIssue[] = VALUES.filter(
    (property) => property !== carried && isGiven(entry[property]),
  ).map((property) => ({
    path: propertyPath(path, property),
    code: 'NOT_ALLOWED',
    message: `must be absent: a characteristic of type ${type} takes ${carried}`,
  }));
  const value = entry[carried];
  const at = propertyPath(path, carried);
  if (!isGiven(value)) {
    issues.push({ path: at, code: 'REQUIRED', message: `is required by a characteristic of type ${type}` });
  } else if (carried !== 'date' && !valueIds.has(value)) {
    const message =
      `must be the id or external id of ${carried === 'leafId' ? 'a node' : 'an allowed value'} of the ` +
      'characteristic';
    issues.push({ path: at, code: 'UNKNOWN_REFERENCE', message });
  }
  return issues;
}

function unknown(path: string, kind: string): ValidationIssue {
  return {
    path,
    code: 'UNKNOWN_REFERENCE',
    message: `must be the id or external id of ${kind} of the company`,
  };
}

function isGiven(value: string | null | undefined): value is string {
  return value !== undefined && value !== null;
}
