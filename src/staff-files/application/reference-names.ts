import {
  SegmentNames,
  type FoundName,
  type Named,
  type NamedArea,
  type NamedSegmentation,
} from '../../segmentation/index.js';
import type { NameWriter } from '../domain/employee-columns.js';

/** Stands between the names of a path of areas. */
const PATH_SEPARATOR = ' > ';

/** The text by which a file names a thing: the best one by which a sync finds just this thing. */
export class ReferenceNames implements NameWriter {
  readonly names: SegmentNames;
  private readonly areasById: ReadonlyMap<string, NamedArea>;
  private readonly groupsById: ReadonlyMap<string, Named>;
  /** Files name few things many times. */
  private readonly known = new Map<string, string>();

  /** @param separator - stands between the entries of a list, so no name of one may have it */
  constructor(
    readonly segmentation: NamedSegmentation,
    private readonly separator: string,
  ) {
    this.names = new SegmentNames(segmentation);
    this.areasById = new Map(segmentation.areas.map((area) => [area.id, area]));
    this.groupsById = new Map(segmentation.groups.map((group) => [group.id, group]));
  }

  area(id: string): string {
    return this.once(`area ${id}`, () => {
      const texts = [this.pathOf(id), this.areasById.get(id)?.externalId];
      return this.best(id, texts, (text) => this.names.areas.find(text));
    });
  }

  areas(ids: readonly string[]): string {
    return this.list(
      ids,
      (id) => this.area(id),
      (text) => this.names.areas.find(text),
    );
  }

  groups(ids: readonly string[]): string {
    return this.list(
      ids,
      (id) => this.group(id),
      (text) => this.names.groups.find(text),
    );
  }

  private group(id: string): string {
    return this.once(`group ${id}`, () => {
      const group = this.groupsById.get(id);
      return this.best(id, [group?.name, group?.externalId], (text) => this.names.groups.find(text));
    });
  }

  /** The entries of a list. Where their names are the name of another thing together, their ids stand for them. */
  private list(
    ids: readonly string[],
    nameOf: (id: string) => string,
    find: (text: string) => FoundName,
  ): string {
    const text = ids.map(nameOf).join(this.separator);
    return ids.length > 1 && typeof find(text.trim()) !== 'string' ? ids.join(this.separator) : text;
  }

  private pathOf(id: string): string | undefined {
    const parts: string[] = [];
    for (let area = this.areasById.get(id); area; area = this.areasById.get(area.parentId ?? ''))
      parts.unshift(area.name);
    return parts.length === 0 ? undefined : parts.join(PATH_SEPARATOR);
  }

  private best(
    id: string,
    texts: readonly (string | null | undefined)[],
    find: (text: string) => FoundName,
  ): string {
    return texts.find((text) => typeof text === 'string' && this.isFound(id, text, find)) ?? id;
  }

  private isFound(id: string, text: string, find: (text: string) => FoundName): boolean {
    const found = find(text.trim());
    return typeof found !== 'string' && found.id === id && !text.includes(this.separator);
  }

  private once(key: string, nameOf: () => string): string {
    const known = this.known.get(key) ?? nameOf();
    this.known.set(key, known);
    return known;
  }
}
