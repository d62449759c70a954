import { changesBetween } from '../../shared-kernel/changes.js';
import { newId } from '../../shared-kernel/id.js';
import { checkTitle, type MultiLanguage } from '../../shared-kernel/multi-language.js';
import type { Patch } from '../../shared-kernel/patch.js';

/** The properties of a template that an admin decides. */
export interface TemplateContent {
  readonly key: string;
  readonly title: MultiLanguage;
  readonly body?: MultiLanguage;
  readonly resume?: MultiLanguage;
  readonly category?: string;
  readonly coverImageURL?: string;
  /** Place in the picker, ascending; templates without one come last. */
  readonly order?: number;
  /** Shown to authors; true when not given. */
  readonly enabled?: boolean;
  readonly placeholders?: readonly string[];
}

export interface TemplateState extends TemplateContent {
  readonly id: string;
  readonly enabled: boolean;
  readonly placeholders: readonly string[];
}

/** A reusable announcement of the catalogue that all companies share. Tokens in its texts are kept verbatim. */
export class AnnouncementTemplate {
  private constructor(private current: TemplateState) {}

  /** @throws {ValidationFailed} when the title is blank */
  static create(content: TemplateContent): AnnouncementTemplate {
    return AnnouncementTemplate.replacing(newId(), content);
  }

  /**
   * The template that takes the place of the one with this id. A property that is not given is removed.
   * @throws {ValidationFailed} when the title is blank
   */
  static replacing(id: string, content: TemplateContent): AnnouncementTemplate {
    checkTitle(content.title);
    return new AnnouncementTemplate({ enabled: true, placeholders: [], ...content, id });
  }

  static restore(state: TemplateState): AnnouncementTemplate {
    return new AnnouncementTemplate(state);
  }

  get state(): TemplateState {
    return this.current;
  }

  /**
   * Replaces everything but the id. A property that is not given is removed.
   * @returns whether anything is different now
   * @throws {ValidationFailed} when the title is blank
   */
  replace(content: TemplateContent): boolean {
    const { state } = AnnouncementTemplate.replacing(this.current.id, content);
    if (!changesBetween(this.current, state)) return false;
    this.current = state;
    return true;
  }

  /**
   * Changes the properties that are given. One that is null is removed.
   * @returns whether anything is different now
   * @throws {ValidationFailed} when the title is blank
   */
  patch(patch: Patch<TemplateContent>): boolean {
    const properties = Object.entries({ ...this.current, ...patch }).filter(([, value]) => value !== null);
    return this.replace(Object.fromEntries(properties) as unknown as TemplateContent);
  }
}

/** The properties that a list is sorted by. */
interface Place extends Pick<TemplateState, 'id' | 'key'> {
  readonly order?: number | null;
}

/** The order of both lists: by `order`, those without one last; ties by `key`, then `id`. */
export function compareTemplates(one: Place, other: Place): number {
  return (
    compare(one.order ?? Infinity, other.order ?? Infinity) ||
    compare(one.key, other.key) ||
    compare(one.id, other.id)
  );
}

function compare<T extends number | string>(one: T, other: T): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
