/** As stored: QUEUED until the first attempt; RUNNING until it is SENT or given up as FAILED. */
export type ExportStatus = 'QUEUED' | 'RUNNING' | 'SENT' | 'FAILED';

export interface ExportKey {
  readonly companyId: string;
  readonly exportId: string;
}

/** The request for a workbook of a plan. */
export interface PlanExport extends ExportKey {
  readonly planId: string;
  /** The user who gets the mail. */
  readonly requestedBy: string;
}

/** An export whose workbook an attempt makes. */
export interface BegunExport extends PlanExport {
  /** Storage key of the workbook. */
  readonly fileKey: string;
}
