import { ApiProperty } from '@nestjs/swagger';

/** The window that a page answers. */
export class WindowResponse {
  @ApiProperty({
    type: 'integer',
    format: 'int32',
    minimum: 0,
    description: '`from` of the request, or its default.',
    example: 0,
  })
  from!: number;

  @ApiProperty({
    type: 'integer',
    format: 'int64',
    minimum: 0,
    description: '`to` of the request, or its default.',
    example: 10,
  })
  to!: number;
}
