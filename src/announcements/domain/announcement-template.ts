import { DomainError } from '../../shared-kernel/domain-error.js';
import { propertyPath, type ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { newId } from '../../shared-kernel/id.js';
import { int32Issues } from '../../shared-kernel/int32.js';
import {
  multiLanguageIssues,
  toMultiLanguage,
  type MultiLanguage,
} from '../../shared-kernel/multi-language.js';
import { textIssues } from '../../shared-kernel/text.js';
import {
  coverImageUrlIssues,
  keyIssues,
  placeholdersIssues,
  TEMPLATE_LIMITS,
} from './announcement-template.rules.js';

/** What an admin decides about a template; everything but its id (interface 2.2). */
export interface TemplateContent {
  readonly key: string;
  readonly title: MultiLanguage;
  readonly body?: MultiLanguage | undefined;
  readonly resume?: MultiLanguage | undefined;
  readonly category?: string | undefined;
  readonly coverImageURL?: string | undefined;
  /** Place in the picker, ascending; templates without one come last. */
  readonly order?: number | undefined;
  /** Shown to authors; true when not given. */
  readonly enabled?: boolean | undefined;
  readonly placeholders?: readonly string[] | undefined;
}

/** The rule of each member, for whoever takes templates in. */
export const TEMPLATE_RULES = {
  key: keyIssues,
  title: (value: unknown) => multiLanguageIssues(value, TEMPLATE_LIMITS.title),
  body: (value: unknown) => multiLanguageIssues(value, TEMPLATE_LIMITS.body),
  resume: (value: unknown) => multiLanguageIssues(value, TEMPLATE_LIMITS.resume),
  category: (value: unknown) => textIssues(value, TEMPLATE_LIMITS.category),
  coverImageURL: coverImageUrlIssues,
  order: int32Issues,
  placeholders: placeholdersIssues,
} as const;

/** A reusable announcement of the catalogue that all companies share. Tokens in its texts are kept verbatim. */
export class AnnouncementTemplate {
  private constructor(
    readonly id: string,
    readonly key: string,
    readonly title: MultiLanguage,
    readonly body: MultiLanguage | null,
    readonly resume: MultiLanguage | null,
    readonly category: string | null,
    readonly coverImageURL: string | null,
    readonly order: number | null,
    readonly enabled: boolean,
    readonly placeholders: readonly string[],
  ) {}

  /**
   * A new template with an id of its own.
   * @throws {DomainError} invalid, naming every member that breaks its rule
   */
  static create(content: TemplateContent): AnnouncementTemplate {
    return AnnouncementTemplate.withId(newId(), content);
  }

  /**
   * A template whose content is replaced as a whole: what is not given is removed, the id stays (interface 4.1).
   * @throws {DomainError} invalid, naming every member that breaks its rule
   */
  static withId(id: string, content: TemplateContent): AnnouncementTemplate {
    const issues = issuesOf(content);
    if (issues.length > 0) {
      throw new DomainError(
        'invalid',
        'VALIDATION_FAILED',
        'The template breaks a rule of its members.',
        issues,
      );
    }
    const { key, title, body, resume, category, coverImageURL, order, enabled, placeholders } = content;
    return new AnnouncementTemplate(
      id,
      key,
      toMultiLanguage(title),
      body ? toMultiLanguage(body) : null,
      resume ? toMultiLanguage(resume) : null,
      category ?? null,
      coverImageURL ?? null,
      order ?? null,
      enabled ?? true,
      [...(placeholders ?? [])],
    );
  }
}

function issuesOf(content: TemplateContent): ValidationIssue[] {
  return Object.entries(TEMPLATE_RULES).flatMap(([member, rule]) => {
    const value = content[member as keyof TemplateContent];
    if (value === undefined && member !== 'key' && member !== 'title') return [];
    return rule(value).map((issue) => ({ ...issue, path: propertyPath(member, issue.path) }));
  });
}
