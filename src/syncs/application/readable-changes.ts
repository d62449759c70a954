import { shortened } from '../../shared-kernel/text.js';
import type { PropertyChange } from '../domain/sync.js';
import type { ReferenceNames } from '../../staff-files/index.js';

/** Longest text of a change, in code points. */
export const MAX_CHANGE_TEXT_LENGTH = 500;

/** A change with its values in words. */
export interface ReadableChange extends PropertyChange {
  readonly fromText?: string;
  readonly toText?: string;
}

interface ProfileEntry {
  readonly id: string;
  readonly date?: string;
  readonly valueId?: string;
  readonly leafId?: string;
}

/** Properties whose values are ids. */
export const NAMED_PROPERTIES: ReadonlySet<string> = new Set([
  'hierarchyId',
  'groupIds',
  'managedHierarchies',
  'profile',
]);

/** Puts ids of changes into words, as files have them. */
export class ReadableChanges {
  private readonly characteristics: ReadonlyMap<string, string>;
  private readonly labels: ReadonlyMap<string, string>;

  constructor(private readonly names: ReferenceNames) {
    const { characteristics } = names.segmentation;
    this.characteristics = new Map(characteristics.map(({ id, name }) => [id, name]));
    this.labels = new Map(
      characteristics.flatMap(({ allowedValues, nodes }) =>
        [...allowedValues, ...nodes].map(({ id, label }) => [id, label] as const),
      ),
    );
  }

  of(change: PropertyChange): ReadableChange {
    if (!NAMED_PROPERTIES.has(change.property)) return change;
    const [fromText, toText] = [change.from, change.to].map((value) => this.textOf(change.property, value));
    return { ...change, ...(fromText && { fromText }), ...(toText && { toText }) };
  }

  /** Empty for nothing. */
  private textOf(property: string, value: unknown): string {
    if (value === null || value === undefined) return '';
    return shortened(this.wordsOf(property, value), MAX_CHANGE_TEXT_LENGTH);
  }

  private wordsOf(property: string, value: unknown): string {
    if (property === 'hierarchyId') return this.names.area(value as string);
    if (property === 'groupIds') return this.names.groups(value as readonly string[]);
    if (property === 'managedHierarchies') return this.names.areas(value as readonly string[]);
    return (value as readonly ProfileEntry[]).map((entry) => this.answerOf(entry)).join('; ');
  }

  private answerOf({ id, date, valueId, leafId }: ProfileEntry): string {
    const answer = date?.replace(/T00:00:00(?:\.0+)?Z$/, '') ?? valueId ?? leafId ?? '';
    return `${this.characteristics.get(id) ?? id}: ${this.labels.get(answer) ?? answer}`;
  }
}
