/** Numbers of actions. */
export interface ActionFigures {
  readonly actions: number;
  readonly completed: number;
  readonly overdue: number;
}

export const NO_ACTIONS: ActionFigures = { actions: 0, completed: 0, overdue: 0 };

/** Figures of the actions that target the same areas. */
export interface TargetFigures extends ActionFigures {
  readonly areaIds: readonly string[];
}

export function addFigures(one: ActionFigures, other: ActionFigures): ActionFigures {
  return {
    actions: one.actions + other.actions,
    completed: one.completed + other.completed,
    overdue: one.overdue + other.overdue,
  };
}

/**
 * The figures of each area with all areas below it. An action that targets several of them counts once.
 * @param areas - of the company; other areas count nowhere
 */
export function figuresByArea(
  areas: readonly { readonly id: string; readonly parentId: string | null }[],
  targets: Iterable<TargetFigures>,
): ReadonlyMap<string, ActionFigures> {
  const parents = new Map(areas.map(({ id, parentId }) => [id, parentId]));
  const figures = new Map<string, ActionFigures>();
  for (const { areaIds, ...target } of targets) {
    const counted = new Set<string>();
    for (let id of areaIds as readonly (string | null | undefined)[])
      for (; typeof id === 'string' && parents.has(id) && !counted.has(id); id = parents.get(id))
        counted.add(id);
    for (const id of counted) figures.set(id, addFigures(figures.get(id) ?? NO_ACTIONS, target));
  }
  return figures;
}
