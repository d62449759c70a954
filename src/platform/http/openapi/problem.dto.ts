import { ApiProperty } from '@nestjs/swagger';
import { MAX_ISSUES } from '../../dto/checks.js';
import { REQUEST_ID_PATTERN } from '../request.js';
import { ERROR_CODES } from './error-codes.js';

/** A validation issue in an error. */
export class ValidationIssue {
  @ApiProperty({
    description: 'Path of the property; empty for the whole body.',
    example: 'title.langValues.es',
  })
  path!: string;

  @ApiProperty({
    pattern: '^[A-Z][A-Z0-9_]*$',
    description: 'Stable code of the violated rule.',
    example: 'TOO_LONG',
  })
  code!: string;

  @ApiProperty({
    minLength: 1,
    description: 'The rule in words.',
    example: 'must be at most 255 characters long',
  })
  message!: string;
}

/** The schema of an `errorCode`. */
export const ERROR_CODE = { enum: Object.keys(ERROR_CODES), enumName: 'ErrorCode' };

/** The schema of the list of issues. */
export const VALIDATION_ISSUES = {
  type: () => ValidationIssue,
  isArray: true,
  maxItems: MAX_ISSUES,
} as const;

/** The schema of the id of a request. */
export const REQUEST_ID = { pattern: REQUEST_ID_PATTERN };

/** The body of every error but the 412 of templates (RFC 9457). */
export class Problem {
  @ApiProperty({
    format: 'uri',
    pattern: '^urn:workforce-engagement:problem:[a-z0-9-]+$',
    description: 'Identifies the kind of problem; follows `errorCode`.',
  })
  type!: string;

  @ApiProperty({ minLength: 1, description: 'The HTTP status in words.' })
  title!: string;

  @ApiProperty({
    type: 'integer',
    format: 'int32',
    minimum: 400,
    maximum: 599,
    description: 'The HTTP status.',
  })
  status!: number;

  @ApiProperty({ minLength: 1, description: 'What happened and what to do.' })
  detail!: string;

  @ApiProperty({ pattern: '^/', description: 'Path of the request.' })
  instance!: string;

  @ApiProperty({
    ...ERROR_CODE,
    description:
      'Stable code of the cause, for programs. Each answer names its codes; new ones may be added.',
  })
  errorCode!: string;

  @ApiProperty({
    ...VALIDATION_ISSUES,
    required: false,
    description: 'The validation issues; only on validation.',
  })
  errors?: ValidationIssue[];

  @ApiProperty({
    ...REQUEST_ID,
    description: 'Id of the request, also in the header `X-Request-Id`; operators find it in the log.',
  })
  requestId!: string;
}
