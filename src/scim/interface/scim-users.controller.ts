import { Body, Controller, Delete, Get, Headers, HttpCode, Param, Patch, Post, Put } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Answer } from '../../platform/http/answer.js';
import { IfMatch } from '../../platform/http/if-match.js';
import { CurrentIntegration } from '../../platform/http/permission.js';
import { PublicAddress } from '../../platform/public-address.js';
import type { IntegrationActor } from '../../shared-kernel/actor.js';
import type { Precondition } from '../../shared-kernel/precondition.js';
import type { ListQuery } from '../application/list-window.js';
import { ScimUsersQueries } from '../application/scim-users.queries.js';
import { ScimUsersService } from '../application/scim-users.service.js';
import { UserListing } from '../application/user-listing.js';
import { patchUser } from '../application/user-patch.js';
import { userResource } from '../application/user-resource.js';
import { replaced } from '../domain/next-user.js';
import { readUser } from '../domain/read-document.js';
import type { UserDocument } from '../domain/user-document.js';
import { project, type Projection } from './projection.js';
import { pageBody, VersionedBody, wantsResource } from './scim-answer.js';
import { pathsOf, ScimOperation } from './scim-operation.js';
import { ScimAttributes, ScimList } from './scim-query.js';
import { userBody, userLocation } from './resource-bodies.js';

/** The people of a company, for identity providers. `/Schemas` describes them, not the OpenAPI document (ADR 52). */
@ApiExcludeController()
@Controller(pathsOf('Users'))
export class ScimUsersController {
  constructor(
    private readonly service: ScimUsersService,
    private readonly queries: ScimUsersQueries,
    private readonly listing: UserListing,
    private readonly address: PublicAddress,
  ) {}

  @Get()
  @ScimOperation()
  async list(
    @CurrentIntegration() { companyId }: IntegrationActor,
    @ScimList() wanted: ListQuery,
    @ScimAttributes() projection: Projection,
  ): Promise<unknown> {
    const list = await this.listing.list(companyId, wanted);
    return pageBody(list, wanted, (user) => project(userBody(user, this.address.baseUrl), projection));
  }

  @Post()
  @HttpCode(201)
  @ScimOperation()
  async create(
    @CurrentIntegration() actor: IntegrationActor,
    @Body() body: unknown,
    @ScimAttributes() projection: Projection,
  ): Promise<Answer> {
    const id = await this.service.create(actor, readUser(body));
    const created = await this.read(actor, id, projection);
    return new Answer(created, { headers: { Location: userLocation(this.address.baseUrl, id) } });
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
  @ScimOperation()
  async replace(
    @CurrentIntegration() actor: IntegrationActor,
    @Param('id') id: string,
    @Body() body: unknown,
    @ScimAttributes() projection: Projection,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<VersionedBody> {
    const given = readUser(body);
    await this.service.change(actor, id, (before) => replaced(before, given, body), precondition);
    return this.read(actor, id, projection);
  }

  @Patch(':id')
  @ScimOperation()
  async patch(
    @CurrentIntegration() actor: IntegrationActor,
    @Param('id') id: string,
    @Body() body: unknown,
    @ScimAttributes() projection: Projection,
    @IfMatch() precondition: Precondition | undefined,
    @Headers('accept') accept: string | undefined,
  ): Promise<Answer | VersionedBody> {
    const change = (before: UserDocument): UserDocument => readUser(patchUser(before, body));
    // A provider must see that `active` is not as it has asked.
    const isActiveKept = await this.service.change(actor, id, change, precondition);
    if (!isActiveKept && !wantsResource(accept, projection)) return new Answer(undefined, { status: 204 });
    return this.read(actor, id, projection);
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
    const user = userResource(await this.queries.get(companyId, id));
    const body = project(userBody(user, this.address.baseUrl), projection);
    return new VersionedBody(body, user.meta.version);
  }
}
