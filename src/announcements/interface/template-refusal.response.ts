import { ApiProperty } from '@nestjs/swagger';
import {
  ERROR_CODE,
  REQUEST_ID,
  VALIDATION_ISSUES,
  type ValidationIssue,
} from '../../platform/http/openapi/problem.dto.js';

/**
 * The properties that a refused write has besides the template as it was sent (docs/contract.md, "Announcement
 * templates").
 */
export class TemplateRefusalReason {
  @ApiProperty({ ...ERROR_CODE, description: 'Stable code of the cause, for programs.' })
  errorCode!: string;

  @ApiProperty({ description: 'What happened and what to do.' })
  detail!: string;

  @ApiProperty({
    ...VALIDATION_ISSUES,
    description: 'The validation issues; empty when the template was not found.',
  })
  errors!: readonly ValidationIssue[];

  @ApiProperty({ ...REQUEST_ID, description: 'Id of the request, also in the header `X-Request-Id`.' })
  requestId!: string;
}
