import { Body, Controller, Delete, Get, Headers, HttpCode, Param, Patch, Post, Put } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { MAX_BULK_BODY_BYTES, MAX_BULK_VALUES } from '../../platform/bulk/bulk.limits.js';
import { Answer } from '../../platform/http/answer.js';
import { LargeBody } from '../../platform/http/handler-options.js';
import { IfMatch } from '../../platform/http/if-match.js';
import { CurrentIntegration } from '../../platform/http/permission.js';
import { PublicAddress } from '../../platform/public-address.js';
import type { IntegrationActor } from '../../shared-kernel/actor.js';
import type { Precondition } from '../../shared-kernel/precondition.js';
import { GroupListing } from '../application/group-listing.js';
import { readGroup, readGroupPatch } from '../application/group-input.js';
import type { GroupResource } from '../application/group-resource.js';
import type { ListQuery } from '../application/list-window.js';
import { ScimGroupsService } from '../application/scim-groups.service.js';
import { MAX_SCIM_MEMBERS, MAX_SCIM_PAGE } from '../domain/scim.limits.js';
import { isChosen, project, wants, type Projection } from './projection.js';
import { groupBody, groupLocation } from './resource-bodies.js';
import { pageBody, VersionedBody, wantsResource } from './scim-answer.js';
import { pathsOf, ScimOperation } from './scim-operation.js';
import { ScimAttributes, ScimGroupWrite, ScimList, type GroupWrite } from './scim-query.js';

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
    @ScimList() wanted: ListQuery,
    @ScimAttributes() projection: Projection,
  ): Promise<unknown> {
    const options = { hasMembers: wants('members', projection) };
    const list = await this.listing.list(companyId, wanted, options);
    return pageBody(list, wanted, (group) => project(groupBody(group, this.address.baseUrl), projection));
  }

  @Post()
  @HttpCode(201)
  @LargeBody(GROUP_BODY)
  @ScimOperation()
  async create(
    @CurrentIntegration() actor: IntegrationActor,
    @Body() body: unknown,
    @ScimGroupWrite() { projection, rules }: GroupWrite,
  ): Promise<Answer> {
    const id = await this.service.create(actor, { ...readGroup(body), ...rules });
    const created = await this.read(actor, id, projection);
    return new Answer(created, { headers: { Location: groupLocation(this.address.baseUrl, id) } });
  }

  @Get(':id')
  @ScimOperation()
  get(
    @CurrentIntegration() actor: IntegrationActor,
    @Param('id') id: string,
    @ScimAttributes() projection: Projection,
  ): Promise<VersionedBody> {
    return this.read(actor, id, projection);
  }

  @Put(':id')
  @LargeBody(GROUP_BODY)
  @ScimOperation()
  async replace(
    @CurrentIntegration() actor: IntegrationActor,
    @Param('id') id: string,
    @Body() body: unknown,
    @ScimGroupWrite() { projection, rules }: GroupWrite,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<VersionedBody> {
    await this.service.change(actor, id, { ...readGroup(body), ...rules }, precondition);
    return this.read(actor, id, projection);
  }

  @Patch(':id')
  @LargeBody(GROUP_BODY)
  @ScimOperation()
  async patch(
    @CurrentIntegration() actor: IntegrationActor,
    @Param('id') id: string,
    @Body() body: unknown,
    @ScimGroupWrite() { projection, rules }: GroupWrite,
    @IfMatch() precondition: Precondition | undefined,
    @Headers('accept') accept: string | undefined,
  ): Promise<Answer | VersionedBody> {
    await this.service.change(actor, id, { ...readGroupPatch(body), ...rules }, precondition);
    if (isChosen(projection)) return this.read(actor, id, projection);
    const group = wantsResource(accept, projection)
      ? await this.listing.get(actor.companyId, id, MAX_SCIM_PAGE)
      : undefined;
    return group?.members ? this.bodyOf(group, projection) : new Answer(undefined, { status: 204 });
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
    const mostMembers = wants('members', projection) ? MAX_SCIM_MEMBERS : 0;
    return this.bodyOf(await this.listing.get(companyId, id, mostMembers), projection);
  }

  private bodyOf(group: GroupResource, projection: Projection): VersionedBody {
    const body = project(groupBody(group, this.address.baseUrl), projection);
    return new VersionedBody(body, group.meta.version ?? '');
  }
}
