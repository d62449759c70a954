import {
  Body,
  Controller,
  Delete,
  Get,
  Headers,
  HttpCode,
  Param,
  Patch,
  Post,
  Put,
  Query,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { MAX_BULK_BODY_BYTES, MAX_BULK_VALUES } from '../../../platform/bulk/bulk.limits.js';
import { Answer } from '../../../platform/http/answer.js';
import { LargeBody } from '../../../platform/http/handler-options.js';
import { IfMatch } from '../../../platform/http/if-match.js';
import { CurrentIntegration } from '../../../platform/http/permission.js';
import { PublicAddress } from '../../../platform/public-address.js';
import type { IntegrationActor } from '../../../shared-kernel/actor.js';
import type { Precondition } from '../../../shared-kernel/precondition.js';
import { GroupListing } from '../application/group-listing.js';
import { readGroup, readGroupPatch } from '../application/group-input.js';
import type { GroupResource } from '../application/group-resource.js';
import { ScimGroupsService } from '../application/scim-groups.service.js';
import { isChosen, project, wants, type Projection } from './projection.js';
import { groupBody, groupLocation } from './resource-bodies.js';
import { listBody, VersionedBody, wantsResource } from './scim-answer.js';
import { pathsOf, ScimOperation } from './scim-operation.js';
import { readListQuery, readProjection, type RawQuery } from './scim-query.js';

/** Bodies name up to 10,000 members, each with some properties. */
const GROUP_BODY = { bytes: MAX_BULK_BODY_BYTES, values: MAX_BULK_VALUES };

/** The groups of a company, for identity providers. Areas are no groups. */
@ApiExcludeController()
@Controller(pathsOf('Groups'))
export class ScimGroupsController {
  constructor(
    private readonly service: ScimGroupsService,
    private readonly listing: GroupListing,
    private readonly address: PublicAddress,
  ) {}

  @Get()
  @ScimOperation()
  async list(
    @CurrentIntegration() { companyId }: IntegrationActor,
    @Query() query: RawQuery,
  ): Promise<unknown> {
    const wanted = readListQuery(query);
    const projection = readProjection(query);
    const options = { hasMembers: wants('members', projection) };
    const { total, resources, nextCursor } = await this.listing.list(companyId, wanted, options);
    const { baseUrl } = this.address;
    const bodies = resources.map((group) => project(groupBody(group, baseUrl), projection));
    const { startIndex, cursor } = wanted;
    return listBody(bodies, { total, startIndex, nextCursor, isByCursor: cursor !== undefined });
  }

  @Post()
  @HttpCode(201)
  @LargeBody(GROUP_BODY)
  @ScimOperation()
  async create(
    @CurrentIntegration() actor: IntegrationActor,
    @Body() body: unknown,
    @Query() query: RawQuery,
  ): Promise<Answer> {
    const id = await this.service.create(actor, readGroup(body));
    const created = await this.read(actor, id, readProjection(query));
    return new Answer(created, { headers: { Location: groupLocation(this.address.baseUrl, id) } });
  }

  @Get(':id')
  @ScimOperation()
  get(
    @CurrentIntegration() actor: IntegrationActor,
    @Param('id') id: string,
    @Query() query: RawQuery,
  ): Promise<VersionedBody> {
    return this.read(actor, id, readProjection(query));
  }

  @Put(':id')
  @LargeBody(GROUP_BODY)
  @ScimOperation()
  async replace(
    @CurrentIntegration() actor: IntegrationActor,
    @Param('id') id: string,
    @Body() body: unknown,
    @Query() query: RawQuery,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<VersionedBody> {
    await this.service.change(actor, id, readGroup(body), precondition);
    return this.read(actor, id, readProjection(query));
  }

  @Patch(':id')
  @LargeBody(GROUP_BODY)
  @ScimOperation()
  async patch(
    @CurrentIntegration() actor: IntegrationActor,
    @Param('id') id: string,
    @Body() body: unknown,
    @Query() query: RawQuery,
    @IfMatch() precondition: Precondition | undefined,
    @Headers('accept') accept: string | undefined,
  ): Promise<Answer | VersionedBody> {
    await this.service.change(actor, id, readGroupPatch(body), precondition);
    const projection = readProjection(query);
    if (isChosen(projection)) return this.read(actor, id, projection);
    const group = wantsResource(accept, projection)
      ? await this.listing.getSmall(actor.companyId, id)
      : undefined;
    return group ? this.bodyOf(group, projection) : new Answer(undefined, { status: 204 });
  }

  @Delete(':id')
  @HttpCode(204)
  @ScimOperation()
  async remove(
    @CurrentIntegration() actor: IntegrationActor,
    @Param('id') id: string,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<void> {
    await this.service.remove(actor, id, precondition);
  }

  private async read(
    { companyId }: IntegrationActor,
    id: string,
    projection: Projection,
  ): Promise<VersionedBody> {
    const hasMembers = wants('members', projection);
    const group = await this.listing.get(companyId, id, { hasMembers });
    return this.bodyOf(group, projection);
  }

  private bodyOf(group: GroupResource, projection: Projection): VersionedBody {
    const body = project(groupBody(group, this.address.baseUrl), projection);
    return new VersionedBody(body, group.meta.version ?? '');
  }
}
