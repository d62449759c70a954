import { ApiProperty } from '@nestjs/swagger';
import type { ExportReport } from '../application/plan-exports.queries.js';

const STATUSES = ['QUEUED', 'RUNNING', 'SENT', 'FAILED'] as const satisfies readonly ExportReport['status'][];

const TIME = { type: 'string', format: 'date-time' } as const;

/** How far an export has come. */
export class PlanExportStatus {
  @ApiProperty({ description: 'Id of the export.', example: '665f1c2ab7e4d90012ab34ce' })
  id!: string;

  @ApiProperty({
    enum: STATUSES,
    enumName: 'ExportStatus',
    description:
      '`RUNNING` until the e-mail was accepted, `FAILED` only after a day of trying or when not allowed.',
  })
  status!: ExportReport['status'];

  @ApiProperty({ ...TIME, example: '2026-11-21T09:30:00.000Z' })
  requestedAt!: string;

  @ApiProperty({ ...TIME, required: false, example: '2026-11-21T09:30:01.250Z' })
  finishedAt?: string;

  @ApiProperty({
    ...TIME,
    required: false,
    description: 'Until when the link of the e-mail works.',
    example: '2026-11-22T09:30:01.100Z',
  })
  expiresAt?: string;

  /** A report, as it is answered. */
  static from({ id, status, requestedAt, finishedAt, expiresAt }: ExportReport): PlanExportStatus {
    return {
      id,
      status,
      requestedAt: requestedAt.toISOString(),
      ...(finishedAt && { finishedAt: finishedAt.toISOString() }),
      ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
    };
  }
}
