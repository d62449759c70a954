import { All, Controller, Get, Param, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { ReadyBody } from '../../platform/dto/ready-body.js';
import { PublicAddress } from '../../platform/public-address.js';
import { notFound, ScimError } from '../domain/scim-error.js';
import { SCIM_PATH } from '../domain/scim-urns.js';
import { RESOURCE_TYPES, SCHEMAS, SERVICE_PROVIDER_CONFIG } from './discovery.js';
import { listBody, scimBody } from './scim-answer.js';
import { ScimOperation } from './scim-operation.js';
import { textOf, type RawQuery } from './scim-query.js';

const SEARCH_PATHS = ['', 'Users/', 'users/', 'Groups/', 'groups/'].map((path) => `${path}.search`);

/** The description of the SCIM endpoint by itself (RFC 7644, 4). */
@ApiExcludeController()
@Controller(SCIM_PATH)
export class ScimDiscoveryController {
  constructor(private readonly address: PublicAddress) {}

  /** The second path is that of the draft, which tests of Microsoft use. */
  @Get(['ServiceProviderConfig', 'serviceConfiguration'])
  @ScimOperation()
  config(@Query() query: RawQuery): ReadyBody {
    refuseFilter(query);
    return scimBody(this.located(SERVICE_PROVIDER_CONFIG, 'ServiceProviderConfig'));
  }

  @Get('ResourceTypes')
  @ScimOperation()
  resourceTypes(@Query() query: RawQuery): ReadyBody {
    refuseFilter(query);
    return listBody(RESOURCE_TYPES.map((type) => this.located(type, `ResourceTypes/${type.id}`)));
  }

  @Get('ResourceTypes/:id')
  @ScimOperation()
  resourceType(@Param('id') id: string): ReadyBody {
    const type = RESOURCE_TYPES.find((each) => each.id === id);
    if (!type) throw notFound();
    return scimBody(this.located(type, `ResourceTypes/${id}`));
  }

  @Get('Schemas')
  @ScimOperation()
  schemas(@Query() query: RawQuery): ReadyBody {
    refuseFilter(query);
    return listBody(SCHEMAS.map((schema) => this.located(schema, `Schemas/${schema.id}`)));
  }

  @Get('Schemas/:id')
  @ScimOperation()
  schema(@Param('id') id: string): ReadyBody {
    const schema = SCHEMAS.find((each) => each.id === id);
    if (!schema) throw notFound();
    return scimBody(this.located(schema, `Schemas/${id}`));
  }

  @All('Bulk')
  @ScimOperation()
  bulk(): never {
    throw new ScimError(501, 'Bulk requests are not offered, as ServiceProviderConfig says.');
  }

  @All('Me')
  @ScimOperation()
  me(): never {
    throw new ScimError(501, 'A key belongs to no person, so there is no resource of the caller.');
  }

  /** Queries by POST (RFC 7644, 3.4.3). */
  @All(SEARCH_PATHS)
  @ScimOperation()
  search(): never {
    throw new ScimError(
      501,
      'Queries by POST are not offered: send filter and window as parameters of a GET.',
    );
  }

  private located<T extends { readonly meta: object }>(resource: T, path: string): T {
    const location = `${this.address.baseUrl}/${SCIM_PATH}/${path}`;
    return { ...resource, meta: { ...resource.meta, location } };
  }
}

/** @throws {ScimError} 403, as RFC 7644, 4 says */
function refuseFilter(query: RawQuery): void {
  if (textOf(query, 'filter') !== undefined)
    throw new ScimError(403, 'The description of the service takes no filter.');
}
