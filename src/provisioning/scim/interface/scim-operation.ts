import { applyDecorators, UseFilters } from '@nestjs/common';
import { UnknownParametersIgnored } from '../../../platform/http/handler-options.js';
import { RequirePermission } from '../../../platform/http/permission.js';
import { ScimErrorFilter } from './scim-error.filter.js';

/** An operation for identity providers: the key as a bearer token, unknown parameters, errors of SCIM. */
export function ScimOperation(): MethodDecorator {
  return applyDecorators(
    RequirePermission({ area: 'apiKey', scope: 'scim', isBearer: true }),
    UnknownParametersIgnored(),
    UseFilters(ScimErrorFilter),
  );
}
