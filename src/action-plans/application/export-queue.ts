/** Name of the queue that carries exports from whoever takes requests to whoever works. */
export const EXPORT_QUEUE = 'plan-exports';

/** A hint to look at an export; whether there is anything to do says its record. */
export interface ExportJob {
  readonly exportId: string;
}
