import { ApiProperty } from '@nestjs/swagger';

/** A validation issue in an error. */
export class ValidationIssue {
  @ApiProperty({
    description: 'Path of the property; empty for the whole body.',
    example: 'title.langValues.es',
  })
  path!: string;

  @ApiProperty({ description: 'Stable code of the violated rule.', example: 'TOO_LONG' })
  code!: string;

  @ApiProperty({ description: 'The rule in words.', example: 'must be at most 255 characters long' })
  message!: string;
}

/** The body of every error but the 412 of templates (RFC 9457). */
export class Problem {
  @ApiProperty({ format: 'uri', description: 'Identifies the kind of problem; follows `errorCode`.' })
  type!: string;

  @ApiProperty({ description: 'The HTTP status in words.' })
  title!: string;

  @ApiProperty({ type: 'integer', format: 'int32', description: 'The HTTP status.' })
  status!: number;

  @ApiProperty({ description: 'What happened and what to do.' })
  detail!: string;

  @ApiProperty({ description: 'Path of the request.' })
  instance!: string;

  @ApiProperty({ description: 'Stable code of the cause, for programs.' })
  errorCode!: string;

  @ApiProperty({
    type: [ValidationIssue],
    required: false,
    description: 'The validation issues; only on validation.',
  })
  errors?: ValidationIssue[];

  @ApiProperty({
    description: 'Id of the request, also in the header `X-Request-Id`; operators find it in the log.',
  })
  requestId!: string;
}
