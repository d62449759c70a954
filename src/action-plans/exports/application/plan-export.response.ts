import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ID_FORM } from '../../../shared-kernel/id.js';
import type { ExportStatus } from '../domain/plan-export.js';

const STATUSES = ['QUEUED', 'RUNNING', 'SENT', 'FAILED'] as const satisfies readonly ExportStatus[];

const TIME = { type: 'string', format: 'date-time' } as const;

/** Status of an export as it is read. */
export interface ExportReport {
  readonly id: string;
  readonly status: ExportStatus;
  readonly requestedAt: Date;
  readonly finishedAt: Date | null;
  readonly expiresAt: Date | null;
}

/** Status of an export as its requester sees it. */
@ApiSchema({ name: 'PlanExportStatus' })
export class PlanExportResponse {
  @ApiProperty({ ...ID_FORM, description: 'Id of the export.', example: '665f1c2ab7e4d90012ab34ce' })
  id!: string;

  @ApiProperty({
    enum: STATUSES,
    enumName: 'ExportStatus',
    description:
      '`QUEUED` also while it waits for another attempt, `RUNNING` during one, `SENT` when the e-mail was ' +
      'accepted, `FAILED` only after a day of trying or when not allowed.',
  })
  status!: ExportStatus;

  @ApiProperty({
    ...TIME,
    description: 'When the export was requested.',
    example: '2026-11-21T09:30:00.000Z',
  })
  requestedAt!: string;

  @ApiProperty({
    ...TIME,
    required: false,
    description: 'When it was sent or failed.',
    example: '2026-11-21T09:30:01.250Z',
  })
  finishedAt?: string;

  @ApiProperty({
    ...TIME,
    required: false,
    description: 'Until when the link of the e-mail works.',
    example: '2026-11-22T09:30:01.100Z',
  })
  expiresAt?: string;

  static from({ id, status, requestedAt, finishedAt, expiresAt }: ExportReport): PlanExportResponse {
    return {
      id,
      status,
      requestedAt: requestedAt.toISOString(),
      ...(finishedAt && { finishedAt: finishedAt.toISOString() }),
      ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
    };
  }
}
