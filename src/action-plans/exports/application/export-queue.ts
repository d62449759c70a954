import type { ExportKey } from '../domain/plan-export.js';

/** Name of the queue from the processes that take requests to the workers. */
export const EXPORT_QUEUE = 'plan-exports';

/** Only a wake-up: the export's row decides whether there is work. */
export interface ExportJob extends ExportKey {
  /** The trace of the request, in the form of W3C Trace Context. */
  readonly traceparent?: string;
}
