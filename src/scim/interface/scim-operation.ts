import { applyDecorators, UseFilters, UseInterceptors } from '@nestjs/common';
import { UnknownParametersIgnored } from '../../platform/http/handler-options.js';
import { RequirePermission } from '../../platform/http/permission.js';
import { SCIM_PATH } from '../domain/scim-urns.js';
import { ScimErrorFilter } from './scim-error.filter.js';
import { ScimRequestInterceptor } from './scim-request-log.js';

/** An operation for identity providers: the key as a bearer token, unknown parameters, errors of SCIM. */
export function ScimOperation(): MethodDecorator {
  return applyDecorators(
    RequirePermission({ area: 'apiKey', scope: 'scim', isBearer: true }),
    UnknownParametersIgnored(),
    UseFilters(ScimErrorFilter),
    UseInterceptors(ScimRequestInterceptor),
  );
}

/** The path of resources, also in lower case, which some clients use. */
export function pathsOf(resources: string): string[] {
  return [resources, resources.toLowerCase()].map((name) => `${SCIM_PATH}/${name}`);
}
