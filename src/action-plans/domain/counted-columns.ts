import type { ActionState } from './action-state.js';
import { FOCUS_TYPES, type FocusType } from './enumerations.js';

/** Most bytes of the areas of an action in a column that an index has; PostgreSQL refuses entries of 2,700 bytes. */
export const MAX_COUNTED_BYTES = 1_500;

/** The areas of an action, one a line, or undefined if they have more than {@link MAX_COUNTED_BYTES}. */
export function areaIdsOf({ hierarchyIds }: Pick<ActionState, 'hierarchyIds'>): string | undefined {
  const text = hierarchyIds.join('\n');
  return Buffer.byteLength(text) > MAX_COUNTED_BYTES ? undefined : text;
}

/** The areas of the text of a column. No id has a line break. */
export function areaIdsIn(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

/** The kinds of goals of an action, each once. */
export function focusTypesOf({ focusItems }: Pick<ActionState, 'focusItems'>): string {
  const types = new Set(focusItems.map(({ focusType }) => focusType));
  return FOCUS_TYPES.filter((type) => types.has(type)).join(',');
}

export function focusTypesIn(text: string): FocusType[] {
  return FOCUS_TYPES.filter((type) => text.split(',').includes(type));
}
