import type { ReaderLocale } from '../../application/export.ports.js';
import { shownName } from '../../../../shared-kernel/former-colleague.js';
import { readerLanguage, type ReaderLanguage } from '../../../../shared-kernel/reader-language.js';
import type { ActionStatus, WorkbookAction, WorkbookPlan } from '../../../index.js';
import { isWholeDay, MS_PER_DAY } from '../../../../shared-kernel/date-time.js';
import { offsetsOf } from '../../../../shared-kernel/time-zone.js';
import { resolveText, type MultiLanguage } from '../../../../shared-kernel/multi-language.js';
import { isBlank } from '../../../../shared-kernel/text.js';
import type { CellObject } from 'xlsx';
import { number, text, time } from './cells.js';
import { dateFormats } from './date-formats.js';
import { LABELS, type Label } from './labels.js';
import type { WorkbookFormats } from './styles.js';
import { STATUSES } from './value-labels.js';

/** A target of an action by a characteristic. */
type WorkbookTarget = WorkbookAction['characteristics'][number];

const ISO_DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** Texts of a workbook in its reader's language, with names instead of ids. */
export class Reader {
  readonly formats: WorkbookFormats;
  private readonly labelLanguage: ReaderLanguage;
  private readonly offsetAt: (time: number) => number;

  /** @param now - decides which actions are overdue */
  constructor(
    private readonly locale: ReaderLocale,
    private readonly names: WorkbookPlan['names'],
    private readonly now: Date,
  ) {
    this.labelLanguage = readerLanguage(locale.language);
    this.formats = { ...dateFormats(locale.language), overdueMark: this.label(LABELS.overdue) };
    this.offsetAt = offsetsOf(locale.timeZone);
  }

  /** A label; that of a time names the time zone. */
  label(label: Label): string {
    const text = label[this.labelLanguage];
    return label.isTime ? `${text} (${this.locale.timeZone})` : text;
  }

  textOf(translatable: MultiLanguage): string;
  textOf(translatable: MultiLanguage | undefined): string | undefined;
  textOf(translatable: MultiLanguage | undefined): string | undefined {
    return translatable && resolveText(translatable, this.locale.language);
  }

  /** The name for an id, or the id when it has no name; that of a user who was erased says only that. */
  nameOf(id: string): string;
  nameOf(id: string | undefined): string | undefined;
  nameOf(id: string | undefined): string | undefined {
    if (id === undefined) return undefined;
    // Own properties only: an id may be `constructor`.
    const name = Object.hasOwn(this.names, id) ? this.names[id] : undefined;
    if (name === '') return shownName(name, this.locale.language);
    return name === undefined || isBlank(name) ? id : name;
  }

  /** Names, one per line. */
  list(ids: readonly string[]): string {
    return ids.map((id) => this.nameOf(id)).join('\n');
  }

  /** The literal value of a target. */
  targetValue({ questionType, value }: WorkbookTarget): CellObject {
    if (typeof value === 'boolean') return text(this.label(value ? LABELS.yes : LABELS.no));
    if (typeof value === 'number') return number(value);
    if (value !== undefined && questionType === 'DATE' && ISO_DATE.test(value)) {
      if (!Number.isNaN(Date.parse(value))) return this.date(value);
    }
    return text(this.nameOf(value));
  }

  /** A time in the reader's zone. */
  moment(value: string | undefined): CellObject {
    return time(value, 'moment', value === undefined ? 0 : this.offsetAt(Date.parse(value)));
  }

  /** A date, with the time of day in the reader's zone when it has one. */
  date(value: string | undefined): CellObject {
    return value !== undefined && isWholeDay(new Date(value)) ? time(value, 'date') : this.moment(value);
  }

  /** The due date of an action, marked when it has passed and the action is unfinished. */
  dueDate({ dueDate, status }: WorkbookAction): CellObject {
    const isUnfinished = status !== 'COMPLETED' && status !== 'CANCELLED';
    const due = new Date(dueDate ?? NaN);
    if (!isUnfinished || !this.hasPassed(due)) return this.date(dueDate);
    return isWholeDay(due)
      ? time(dueDate, 'overdue')
      : time(dueDate, 'overdueMoment', this.offsetAt(due.getTime()));
  }

  /** A status in its colour. */
  status(status: ActionStatus): CellObject {
    return text(this.label(STATUSES[status]), status);
  }

  /** A whole day has passed when it has ended in the reader's zone. */
  private hasPassed(due: Date): boolean {
    const now = this.now.getTime();
    return isWholeDay(due) ? due.getTime() + MS_PER_DAY <= now + this.offsetAt(now) : due.getTime() < now;
  }
}
