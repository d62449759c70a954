import { foldText } from '../../shared-kernel/folding.js';
import type { Characteristic } from './characteristic.js';

/** An area or group by its keys and its name. */
export interface Named {
  readonly id: string;
  readonly externalId: string | null;
  readonly name: string;
}

export interface NamedArea extends Named {
  readonly parentId: string | null;
}

/** Everything of a company that has a name. */
export interface NamedSegmentation {
  readonly areas: readonly NamedArea[];
  readonly groups: readonly Named[];
  readonly characteristics: readonly Characteristic[];
}

/** The id of what a text names, or why there is none. */
export type FoundName = { readonly id: string } | 'unknown' | 'ambiguous';

/** Stands between the names of a path of areas. */
const PATH_SEPARATOR = '>';

/** Names are compared without regard to case and to spaces around and between words. */
function nameKey(name: string): string {
  return foldText(name.trim().replace(/\s+/gu, ' '));
}

/** Finds things by id, external id or name, in this order. Of names that are alike, one may be written exactly. */
export class NamedThings {
  private readonly byKey = new Map<string, string>();
  private readonly byExactName = new Map<string, FoundName>();
  private readonly byName = new Map<string, FoundName>();
  /** Files name few things many times. */
  private readonly found = new Map<string, FoundName>();

  constructor(things: readonly Named[]) {
    for (const { id, externalId, name } of things) {
      if (externalId !== null) this.byKey.set(externalId, id);
      const key = nameKey(name);
      this.byName.set(key, this.byName.has(key) ? 'ambiguous' : { id });
      this.byExactName.set(name, this.byExactName.has(name) ? 'ambiguous' : { id });
    }
    for (const { id } of things) this.byKey.set(id, id);
  }

  find(text: string): FoundName {
    const known = this.found.get(text);
    if (known) return known;
    const id = this.byKey.get(text);
    const found = id === undefined ? this.search(text) : { id };
    this.found.set(text, found);
    return found;
  }

  private search(text: string): FoundName {
    const found = this.byName.get(nameKey(text)) ?? 'unknown';
    return found === 'ambiguous' ? (this.byExactName.get(text) ?? found) : found;
  }
}

interface AreaParts {
  readonly area: NamedArea;
  /** Several for a name that has the separator of paths. */
  readonly parts: readonly string[];
}

/**
 * Finds areas by id, external id or path of names: `Spain > Hotels > Front desk`. The end of a path is enough where one
 * area only has it; a whole path comes first, and of areas that are alike the one whose name is written exactly.
 */
export class NamedAreas {
  private readonly byKey = new Map<string, string>();
  private readonly byId = new Map<string, AreaParts>();
  private readonly byLastPart = new Map<string, AreaParts[]>();
  /** Files name few areas many times. */
  private readonly found = new Map<string, FoundName>();

  constructor(areas: readonly NamedArea[]) {
    for (const area of areas) {
      const named = { area, parts: partsOf(area.name) };
      const last = named.parts.at(-1) ?? '';
      const namesakes = this.byLastPart.get(last);
      if (namesakes) namesakes.push(named);
      else this.byLastPart.set(last, [named]);
      this.byId.set(area.id, named);
      if (area.externalId !== null) this.byKey.set(area.externalId, area.id);
    }
    for (const { id } of areas) this.byKey.set(id, id);
  }

  find(text: string): FoundName {
    const id = this.byKey.get(text);
    if (id !== undefined) return { id };
    const known = this.found.get(text) ?? this.search(text);
    this.found.set(text, known);
    return known;
  }

  private search(text: string): FoundName {
    const wanted = partsOf(text);
    const candidates = this.byLastPart.get(wanted.at(-1) ?? '') ?? [];
    const ends = candidates.flatMap((each) => this.endOf(each, wanted) ?? []);
    const whole = ends.filter(({ isWhole }) => isWhole);
    const alike = whole.length > 0 ? whole : ends;
    const exact = alike.filter(({ id }) => this.byId.get(id)?.area.name === text);
    const [one, another] = alike.length > 1 && exact.length > 0 ? exact : alike;
    if (!one) return 'unknown';
    return another ? 'ambiguous' : { id: one.id };
  }

  /** Undefined for an area whose path does not end with the names. */
  private endOf(
    { area: { id } }: AreaParts,
    wanted: readonly string[],
  ): { id: string; isWhole: boolean } | undefined {
    let left = wanted.length;
    for (let at = this.byId.get(id); at; at = this.byId.get(at.area.parentId ?? '')) {
      left -= at.parts.length;
      const { parts } = at;
      if (left < 0 || parts.some((part, index) => part !== wanted[left + index])) return undefined;
      if (left === 0) return { id, isWhole: at.area.parentId === null };
    }
    return undefined;
  }
}

function partsOf(path: string): string[] {
  return path.split(PATH_SEPARATOR).map(nameKey);
}

/** A characteristic with its values. */
export interface NamedCharacteristic {
  readonly id: string;
  readonly name: string;
  readonly type: Characteristic['type'];
  readonly values: NamedThings;
}

/** The areas, groups and characteristics of a company, as people name them: in files, and to identity providers. */
export class SegmentNames {
  readonly areas: NamedAreas;
  readonly groups: NamedThings;
  private readonly characteristics: NamedThings;
  private readonly byId: ReadonlyMap<string, Characteristic>;

  constructor({ areas, groups, characteristics }: NamedSegmentation) {
    this.areas = new NamedAreas(areas);
    this.groups = new NamedThings(groups);
    this.byId = new Map(characteristics.map((each) => [each.id, each]));
    this.characteristics = new NamedThings(
      characteristics.map(({ id, name, externalId }) => ({ id, name, externalId: externalId ?? null })),
    );
  }

  /** @param name - of the characteristic, or its id or external id */
  characteristic(name: string): NamedCharacteristic | 'unknown' | 'ambiguous' {
    const found = this.characteristics.find(name);
    if (typeof found === 'string') return found;
    const one = this.byId.get(found.id);
    if (!one) return 'unknown';
    const values = [...one.allowedValues, ...one.nodes].map(({ id, label, externalId }) => {
      return { id, name: label, externalId: externalId ?? null };
    });
    return { id: one.id, name: one.name, type: one.type, values: new NamedThings(values) };
  }
}
