import { ApiSchema } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { Flag, Property, Words } from '../../../platform/dto/properties.js';
import { PageQuery } from '../../../platform/dto/page-query.js';
import { PersonKeyRequest } from '../../index.js';
import { ERASURE_REASON_LIMITS } from '../domain/erasure.js';

/** Body of a request to erase a person. */
@ApiSchema({ name: 'ErasureInput' })
export class ErasureRequest extends PersonKeyRequest {
  @Words({
    ...ERASURE_REASON_LIMITS,
    required: true,
    description: 'Kept in the ledger and the audit trail: without the name of the person.',
    example: 'Asked for by the person',
  })
  reason!: string;

  @Flag({ default: false, description: 'Counts what would go, and changes nothing.', example: true })
  dryRun?: boolean;

  @Flag({
    default: false,
    description: 'Working times stay, with a pseudonym in the place of the person.',
    example: false,
  })
  keepTimesheets?: boolean;
}

/** Body of a request that lets a person be named again. */
@ApiSchema({ name: 'ErasurePatch' })
export class ErasurePatchRequest {
  @Property(
    IsIn([true], { message: 'must be true' }),
    { type: Boolean, enum: [true] },
    { required: true, description: 'Only true: an erasure is not undone.', example: true },
  )
  allowAgain!: true;

  @Words({
    ...ERASURE_REASON_LIMITS,
    required: true,
    description: 'Kept in the audit trail.',
    example: 'Employed again',
  })
  reason!: string;
}

/** The window of the erasures of a company. */
export class ListErasuresQuery extends PageQuery {}
