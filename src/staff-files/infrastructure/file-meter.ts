import { Counter, type Registry } from 'prom-client';
import type { EndedBy } from './workbook/xlsx-workbook-reader.js';

const REASONS: readonly EndedBy[] = ['time', 'memory', 'form'];

/** Counts workbooks that are refused while they are read. */
export function fileMeter(registry: Registry): (reason: EndedBy) => void {
  const refused = new Counter({
    name: 'wes_hr_files_refused_total',
    help: 'Workbooks that were refused while they were read, for their time, their memory or their form.',
    labelNames: ['reason'],
    registers: [registry],
  });
  for (const reason of REASONS) refused.inc({ reason }, 0);
  return (reason) => refused.inc({ reason });
}
