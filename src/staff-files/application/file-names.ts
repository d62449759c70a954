import type { FoundName, SegmentNames } from '../../segmentation/index.js';
import { shortened } from '../../shared-kernel/text.js';
import type { NameReader } from '../domain/employee-columns.js';
import type { CellValue } from '../domain/cell-value.js';

/** Longest value that an issue repeats, in code points. */
export const SHOWN_LENGTH = 100;

/** Finds the areas and groups of a company that cells name. */
export class FileNames implements NameReader {
  constructor(
    private readonly names: SegmentNames,
    private readonly listSeparator: string,
  ) {}

  area(text: string): CellValue {
    return named(this.names.areas.find(text.trim()), 'an area');
  }

  areas(text: string): CellValue {
    return this.list(text, (each) => this.names.areas.find(each), 'an area');
  }

  groups(text: string): CellValue {
    return this.list(text, (each) => this.names.groups.find(each), 'a group');
  }

  /** The whole cell is tried first: a name may have the separator. */
  private list(text: string, find: (text: string) => FoundName, kind: string): CellValue {
    const whole = find(text.trim());
    if (typeof whole !== 'string') return { value: [whole.id] };
    const ids: unknown[] = [];
    for (const part of text.split(this.listSeparator).map((each) => each.trim())) {
      if (part === '') continue;
      const found = named(find(part), kind);
      if (!('value' in found))
        return { ...found, message: `${found.message}: ${shortened(part, SHOWN_LENGTH)}` };
      ids.push(found.value);
    }
    return { value: ids };
  }
}

/** The id that was found, or why there is none. @param kind - with its article, like `an area` */
export function named(found: FoundName, kind: string): CellValue {
  if (typeof found !== 'string') return { value: found.id };
  return found === 'unknown'
    ? {
        code: 'UNKNOWN_REFERENCE',
        message: `must be the id, external id or name of ${kind} of the company`,
      }
    : {
        code: 'AMBIGUOUS',
        message: `must name ${kind} that no other one is named like; ${kind === 'an area' ? 'write its path, like North > Bar, or' : 'use'} its id or external id`,
      };
}
