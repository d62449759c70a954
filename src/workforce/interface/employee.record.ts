import { OmitType } from '@nestjs/swagger';
import { ValidateBy, type ValidationArguments } from 'class-validator';
import { issue, type CheckContext } from '../../platform/dto/checks.js';
import { DateTime, EnumValue, Flag, Id } from '../../platform/dto/properties.js';
import { TURNOVER_TYPES, type TurnoverType } from '../domain/employee.rules.js';
import { EmployeeRequest } from './employee.request.js';

/** A record must say whom it describes: else a second import would create the employee again. */
function IdentifiesEmployee(): PropertyDecorator {
  const missing = issue('REQUIRED', 'is required where there is neither email nor externalId');
  return ValidateBy(
    {
      name: 'identifiesEmployee',
      validator: {
        validate: (_, args) => {
          const { id, email, externalId } = (args as ValidationArguments).object as EmployeeRecord;
          return (id ?? email ?? externalId ?? undefined) !== undefined;
        },
        defaultMessage: () => missing.message,
      },
    },
    { context: { check: () => [missing] } satisfies CheckContext },
  );
}

/** An employee of an import, in full: what it leaves out is cleared, except `activated` and a stored turnover. */
export class EmployeeRecord extends OmitType(EmployeeRequest, ['id'] as const) {
  @IdentifiesEmployee()
  @Id()
  id?: string;

  @Flag()
  activated?: boolean;

  @Flag()
  deleted?: boolean;

  @DateTime()
  turnoverDate?: string;

  @EnumValue(TURNOVER_TYPES, { name: 'TurnoverType' })
  turnoverType?: TurnoverType;
}
