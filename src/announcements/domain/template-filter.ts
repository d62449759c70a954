import { foldText } from '../../shared-kernel/folding.js';
import { textsOf } from '../../shared-kernel/multi-language.js';
import type { TemplateContent, TemplateState } from './announcement-template.js';

/** Conditions on templates, all of which must hold. */
export interface TemplateFilter {
  /** Exactly as written. */
  readonly category?: string;
  readonly enabled?: boolean;
  /** Literal text in the key or in a text of any language, without regard to case. */
  readonly q?: string;
}

/** A template whose texts are folded when they are first searched. */
export class FilterableTemplate {
  private text: string | undefined;

  constructor(private readonly template: TemplateState) {}

  matches({ category, enabled, q }: TemplateFilter): boolean {
    if (category !== undefined && category !== this.template.category) return false;
    if (enabled !== undefined && enabled !== this.template.enabled) return false;
    return q === undefined || (this.text ??= searchedText(this.template)).includes(foldText(q));
  }
}

/** The searched texts, one under the other. A query has no line break, so it is never found across two of them. */
function searchedText({ key, title, body, resume }: TemplateContent): string {
  return [key, ...[title, body, resume].flatMap((text) => (text ? textsOf(text) : []))]
    .map(foldText)
    .join('\n');
}
