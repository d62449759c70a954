import type {
  ActionSource,
  ActionStatus,
  ActionType,
  FocusType,
  NoteVisibility,
  QuestionType,
  Visibility,
} from '../../../../index.js';

/** The labels of a workbook in one language. In headings of times `{zone}` is the name of the time zone. */
export interface Labels {
  readonly headings: {
    readonly number: string;
    readonly action: string;
    readonly id: string;
    readonly title: string;
    readonly description: string;
    readonly status: string;
    readonly completion: string;
    readonly visibility: string;
    readonly type: string;
    readonly source: string;
    readonly dueDate: string;
    readonly startedAt: string;
    readonly completedAt: string;
    readonly createdAt: string;
    readonly updatedAt: string;
    readonly createdBy: string;
    readonly actions: string;
    readonly focus: string;
    readonly focusOn: string;
    readonly targetValue: string;
    readonly targetDate: string;
    readonly assignees: string;
    readonly person: string;
    readonly areas: string;
    readonly groups: string;
    readonly characteristics: string;
    readonly characteristic: string;
    readonly option: string;
    readonly value: string;
    readonly notes: string;
    readonly author: string;
    readonly note: string;
    readonly writtenAt: string;
  };
  readonly backToSummary: string;
  readonly noActions: string;
  /** Follows the due date of an unfinished action. */
  readonly overdue: string;
  readonly yes: string;
  readonly no: string;
  readonly statuses: Readonly<Record<ActionStatus, string>>;
  readonly focusTypes: Readonly<Record<FocusType, string>>;
  readonly actionTypes: Readonly<Record<ActionType, string>>;
  readonly sources: Readonly<Record<ActionSource, string>>;
  readonly visibilities: Readonly<Record<Visibility, string>>;
  readonly noteVisibilities: Readonly<Record<NoteVisibility, string>>;
  readonly questionTypes: Readonly<Record<QuestionType, string>>;
}
