import { IsIn } from 'class-validator';
import { Property } from '../dto/properties.js';
import { QueryFlag } from '../dto/query-properties.js';

/** The one operation of a kind of row. */
export function Operation(operation: string, description: string): PropertyDecorator {
  const isOperation = IsIn([operation], { message: 'must be $constraint1' });
  return Property(isOperation, { type: String, enum: [operation] }, { required: true, description });
}

/** Mode of a request that changes many objects. */
export class BulkQuery {
  @QueryFlag({
    description: '`true` writes nothing, and answers what would happen. `Idempotency-Key` is ignored then.',
    default: false,
    example: true,
  })
  dryRun?: boolean;
}
