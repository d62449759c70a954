import { OmitType } from '@nestjs/swagger';
import { IS_DEFINED, ValidateBy, type ValidationArguments } from 'class-validator';
import { DateTime, EnumValue, Flag, Id } from '../../platform/dto/properties.js';
import { TURNOVER_TYPES, type TurnoverType } from '../domain/employee.rules.js';
import { EmployeeRequest } from './employee.request.js';

/** Without an identifier a second import would create the employee again. */
function IdentifiesEmployee(): PropertyDecorator {
  return ValidateBy({
    name: IS_DEFINED, // validated also where the property is absent
    validator: {
      validate: (_, args) => {
        const { id, email, externalId } = (args as ValidationArguments).object as EmployeeRecord;
        return (id ?? email ?? externalId ?? undefined) !== undefined;
      },
      defaultMessage: () => 'is required where there is neither email nor externalId',
    },
  });
}

/** Requests ignore them. */
const WRITTEN_BY_IMPORTS = ['id', 'activated', 'turnoverDate', 'turnoverType'] as const;

/** An employee of an import, in full: absent properties are cleared, except `activated` and a stored turnover. */
export class EmployeeRecord extends OmitType(EmployeeRequest, WRITTEN_BY_IMPORTS) {
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
