import type { WorkbookAction, WorkbookPlan } from '../../../index.js';
import { resolveText, type MultiLanguage } from '../../../../shared-kernel/multi-language.js';
import { isBlank } from '../../../../shared-kernel/text.js';
import type { CellObject } from 'xlsx';
import { date, number, text } from './cells.js';
import { labelsFor, type Labels } from './labels/index.js';

/** A target of an action by a characteristic. */
type WorkbookTarget = WorkbookAction['characteristics'][number];

const ISO_DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** Texts of a workbook in its reader's language, with names instead of ids. */
export class Reader {
  readonly labels: Labels;

  constructor(
    private readonly language: string,
    private readonly names: WorkbookPlan['names'],
  ) {
    this.labels = labelsFor(language);
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
      if (!Number.isNaN(parsed.getTime())) return date(parsed);
    }
    return text(this.nameOf(value));
  }

  /** A target in one line. */
  targetLine(target: WorkbookTarget): string {
    const { id, value } = target;
    const asked = typeof value === 'boolean' ? this.targetValue(target).v : (this.nameOf(id) ?? value);
    const parts = [this.nameOf(target.characteristicId), asked].filter((part) => part !== undefined);
    return parts.map(String).join(': ');
  }
}
