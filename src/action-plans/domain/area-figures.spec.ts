import { figuresByArea, type ActionFigures } from './area-figures.js';

const AREAS = [
  { id: 'company', parentId: null },
  { id: 'bakery', parentId: 'company' },
  { id: 'night', parentId: 'bakery' },
  { id: 'shops', parentId: 'company' },
];
const ONE: ActionFigures = { actions: 1, completed: 0, overdue: 1 };
const TWO: ActionFigures = { actions: 2, completed: 2, overdue: 0 };

describe('figuresByArea', () => {
  it('adds the figures of an area to those of every area above', () => {
    const figures = figuresByArea(AREAS, [
      { areaIds: ['night'], ...ONE },
      { areaIds: ['shops'], ...TWO },
    ]);
    expect(Object.fromEntries(figures)).toEqual({
      night: ONE,
      bakery: ONE,
      shops: TWO,
      company: { actions: 3, completed: 2, overdue: 1 },
    });
  });

  it('counts an action with several areas once for each area', () => {
    const figures = figuresByArea(AREAS, [{ areaIds: ['shops', 'night', 'company', 'bakery'], ...ONE }]);
    expect([...figures.values()]).toEqual([ONE, ONE, ONE, ONE]);
  });

  it('leaves out areas that the company does not have', () => {
    expect(figuresByArea(AREAS, [{ areaIds: ['gone'], ...ONE }]).size).toBe(0);
  });
});
