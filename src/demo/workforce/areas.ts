/** An area of a demo company. */
export interface DemoArea {
  readonly name: string;
  /** What plans and people call it; other areas have none. */
  readonly key?: string;
  /** What people do there, taken in turns; labels of the characteristic `trade`. */
  readonly trades?: readonly string[];
  readonly children?: readonly DemoArea[];
}

/** An area with what lies above and below it. */
export interface PlacedDemoArea extends DemoArea {
  readonly id: string;
  /** 0 for those that have none above them. */
  readonly depth: number;
  /** Its own id and those of all above it. */
  readonly path: readonly string[];
}

/** All areas, parents before children, each with an id. */
export function walkAreas(
  areas: readonly DemoArea[],
  idOf: (area: DemoArea) => string,
  path: readonly string[] = [],
): PlacedDemoArea[] {
  return areas.flatMap((area) => {
    const id = idOf(area);
    const own = { ...area, id, depth: path.length, path: [...path, id] };
    return [own, ...walkAreas(area.children ?? [], idOf, own.path)];
  });
}

/** An area as a record for the import. */
export interface AreaRecord {
  readonly id: string;
  readonly name: string;
  readonly children: readonly AreaRecord[];
}

/** Areas as records for the import. */
export function areaRecords(areas: readonly DemoArea[], idOf: (area: DemoArea) => string): AreaRecord[] {
  return areas.map((area) => ({
    id: idOf(area),
    name: area.name,
    children: areaRecords(area.children ?? [], idOf),
  }));
}
