import type { ReaderLocale } from '../../application/export.ports.js';
import type { ActionStatus, WorkbookAction, WorkbookPlan } from '../../../index.js';
import { isWholeDay, MS_PER_DAY } from '../../../../shared-kernel/date-time.js';
import { resolveText, type MultiLanguage } from '../../../../shared-kernel/multi-language.js';
import { isBlank } from '../../../../shared-kernel/text.js';
import type { CellObject } from 'xlsx';
import { number, text, time } from './cells.js';
import { dateFormats } from './date-formats.js';
import { labelsFor, type Labels } from './labels/index.js';
import type { StyleName, WorkbookFormats } from './styles.js';
import { ZoneOffsets } from './zone-offsets.js';

/** A target of an action by a characteristic. */
type WorkbookTarget = WorkbookAction['characteristics'][number];

const ISO_DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** Texts of a workbook in its reader's language, with names instead of ids. */
export class Reader {
  readonly labels: Labels;

  readonly formats: WorkbookFormats;
  private readonly language: string;
  private readonly offsets: ZoneOffsets;

  /** @param now - decides which actions are overdue */
  constructor(
    { language, timeZone }: ReaderLocale,
    private readonly names: WorkbookPlan['names'],
    private readonly now: Date,
  ) {
    this.language = language;
    this.labels = withZone(labelsFor(language), timeZone);
    this.formats = { ...dateFormats(language), overdue: this.labels.overdue };
    this.offsets = new ZoneOffsets(timeZone);
  }

  textOf(translatable: MultiLanguage): string;
  textOf(translatable: MultiLanguage | undefined): string | undefined;
  textOf(translatable: MultiLanguage | undefined): string | undefined {
    return translatable && resolveText(translatable, this.language);
  }

  /** The name for an id, or the id when it has no name. */
  nameOf(id: string): string;
  nameOf(id: string | undefined): string | undefined;
  nameOf(id: string | undefined): string | undefined {
    if (id === undefined) return undefined;
    // Own properties only: an id may be `constructor`.
    const name = Object.hasOwn(this.names, id) ? this.names[id] : undefined;
    return name === undefined || isBlank(name) ? id : name;
  }

  /** Names, one per line. */
  list(ids: readonly string[]): string {
    return ids.map((id) => this.nameOf(id)).join('\n');
  }

  /** The literal value of a target. */
  targetValue({ questionType, value }: WorkbookTarget): CellObject {
    if (typeof value === 'boolean') return text(value ? this.labels.yes : this.labels.no);
    if (typeof value === 'number') return number(value);
    if (value !== undefined && questionType === 'DATE' && ISO_DATE.test(value)) {
      const parsed = new Date(value);
      if (!Number.isNaN(parsed.getTime())) return this.date(parsed);
    }
    return text(this.nameOf(value));
  }

  /** A time in the reader's zone. */
  moment(value: Date | undefined): CellObject {
    return time(value, 'moment', value && this.offsets.at(value));
  }

  /** A date, with the time of day in the reader's zone when it has one. */
  date(value: Date | undefined): CellObject {
    return value && isWholeDay(value) ? time(value, 'date') : this.moment(value);
  }

  /** The due date of an action, marked when it has passed and the action is unfinished. */
  dueDate({ dueDate, status }: WorkbookAction): CellObject {
    const isUnfinished = status !== 'COMPLETED' && status !== 'CANCELLED';
    if (!dueDate || !isUnfinished || !this.hasPassed(dueDate)) return this.date(dueDate);
    return isWholeDay(dueDate)
      ? time(dueDate, 'overdue')
      : time(dueDate, 'overdueMoment', this.offsets.at(dueDate));
  }

  /** A status in its colour. */
  status(status: ActionStatus): CellObject {
    return text(this.labels.statuses[status], STATUS_STYLES[status]);
  }

  /** A whole day has passed when it has ended in the reader's zone. */
  private hasPassed(due: Date): boolean {
    const now = this.now.getTime();
    return isWholeDay(due)
      ? due.getTime() + MS_PER_DAY <= now + this.offsets.at(this.now)
      : due.getTime() < now;
  }
}

const STATUS_STYLES = {
  PENDING: 'pending',
  IN_PROGRESS: 'inProgress',
  COMPLETED: 'completed',
  CANCELLED: 'cancelled',
  EXPIRED: 'expired',
} as const satisfies Record<ActionStatus, StyleName>;

function withZone(labels: Labels, timeZone: string): Labels {
  const headings = Object.entries(labels.headings).map(([name, label]) => [
    name,
    label.replace('{zone}', timeZone),
  ]);
  return { ...labels, headings: Object.fromEntries(headings) as Labels['headings'] };
}
