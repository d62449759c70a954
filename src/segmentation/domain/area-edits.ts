import { idTaken } from '../../shared-kernel/record-importer.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import type { AreaForest } from './area-forest.js';
import { pathOf, type GivenArea } from './given-area.js';
import { externalIdOf, findBy, type GivenKeys, type Keys } from './keys.js';
import { mergeAreas } from './merging.js';
import { refuse, unnamedIssues } from './record-issues.js';
import { AreaNotEmpty, AreaNotFound } from './segmentation.errors.js';

/** Changes of areas by requests. Areas are named by id or external id. */
type AreaEdit = (stored: AreaForest) => AreaForest;

/** The place of an area. */
export interface GivenPlace {
  /** Null is the top. */
  readonly parentId?: string | null | undefined;
  readonly position?: number | undefined;
}

export interface NewArea extends GivenKeys, GivenPlace {
  readonly name: string;
}

/** Properties that are left out stay; null removes the external id, and moves to the top. */
export interface AreaChange extends GivenPlace {
  readonly name?: string | undefined;
  readonly externalId?: string | null | undefined;
}

/** @throws {ValidationFailed} */
export function putAreas(given: readonly GivenArea[], isPruning: boolean): AreaEdit {
  refuse(unnamedIssues(given, (index) => pathOf(given[index] as GivenArea)));
  return (stored) => mergeAreas(stored, given, { isPruning, isWhole: true }).records;
}

/** @throws {ValidationFailed} */
export function addArea({ id, name, externalId, parentId, position }: NewArea): AreaEdit {
  return (stored) => {
    const areas = stored.walk();
    const area = { id, name, externalId };
    refuse(newKeyIssues(area, areas));
    return stored.place(area, parentOf(areas, parentId ?? null), position);
  };
}

/** @throws {AreaNotFound} @throws {ValidationFailed} */
export function changeArea(written: string, change: AreaChange): AreaEdit {
  return (stored) => {
    const areas = stored.walk();
    const area = findBy(areas, written);
    if (!area) throw new AreaNotFound();
    const after = { id: area.id, name: change.name ?? area.name, ...externalIdOf(change, area) };
    refuse(otherKeyIssues(after, areas));
    const parentId = change.parentId === undefined ? area.parentId : parentOf(areas, change.parentId);
    const stays = change.position === undefined && parentId === area.parentId;
    return stored.place(after, parentId, stays ? area.position : change.position);
  };
}

/** @throws {AreaNotFound} @throws {AreaNotEmpty} */
export function removeArea(written: string): AreaEdit {
  return (stored) => {
    const areas = stored.walk();
    const area = findBy(areas, written);
    if (!area) throw new AreaNotFound();
    if (areas.some(({ parentId }) => parentId === area.id)) throw new AreaNotEmpty();
    return stored.only(new Set(areas.flatMap(({ id }) => (id === area.id ? [] : [id]))));
  };
}

/** A new object may have neither the id nor the external id of another one. */
export function newKeyIssues(added: Keys, stored: readonly Keys[]): ValidationIssue[] {
  const isTaken = stored.some(({ id }) => id === added.id);
  return [...(isTaken ? [idTaken('id')] : []), ...otherKeyIssues(added, stored)];
}

/** A changed object may not have the external id of another one. */
export function otherKeyIssues({ id, externalId }: Keys, stored: readonly Keys[]): ValidationIssue[] {
  const isTaken = stored.some((other) => other.id !== id && other.externalId === externalId);
  return externalId && isTaken ? [idTaken('externalId')] : [];
}

function parentOf(areas: readonly Keys[], written: string | null): string | null {
  if (written === null) return null;
  const parent = findBy(areas, written);
  const message = 'must be the id or external id of an area of the company';
  if (!parent) throw new ValidationFailed([{ path: 'parentId', code: 'UNKNOWN_REFERENCE', message }]);
  return parent.id;
}
