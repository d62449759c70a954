import {
  Body,
  Controller,
  Delete,
  Get,
  Header,
  HttpCode,
  Inject,
  Param,
  Patch,
  Post,
  Put,
  Query,
  Req,
  UseFilters,
} from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { DEMO } from '../../platform/dto/examples.js';
import { ReadyBody } from '../../platform/dto/ready-body.js';
import { Untagged } from '../../platform/http/handler-options.js';
import { HttpProblem } from '../../platform/http/http-problem.js';
import { ApiIfMatch, IfMatch } from '../../platform/http/if-match.js';
import { ApiProblems } from '../../platform/http/openapi/api-problems.js';
import { CurrentUser, RequirePermission } from '../../platform/http/permission.js';
import { callerOf } from '../../platform/http/request-log.js';
import { ApiIdempotent, Idempotency } from '../../platform/idempotency/idempotency.js';
import { LOGGER, type Logger } from '../../platform/logging/logger.js';
import type { UserActor } from '../../shared-kernel/actor.js';
import type { Precondition } from '../../shared-kernel/precondition.js';
import { AnnouncementTemplatesQueries } from '../application/announcement-templates.queries.js';
import { AnnouncementTemplatesService } from '../application/announcement-templates.service.js';
import { TemplateResponse } from '../application/announcement-template.response.js';
import type { AnnouncementTemplate } from '../domain/announcement-template.js';
import { TemplateNotFound } from '../domain/announcement-template.errors.js';
import { TemplateRequest } from './announcement-template.request.js';
import {
  ApiTemplate,
  ApiTemplateId,
  ApiTemplateList,
  ApiTemplatePatch,
  ApiTemplateRefusal,
  ApiTemplateReplacement,
} from './api-template.decorators.js';
import { ListTemplatesQuery } from './list-templates.query.js';
import { PatchTemplateRequest } from './patch-template.request.js';
import { MANAGE_TEMPLATES, READ_TEMPLATES } from './template-permissions.js';
import { TemplateRefusalFilter } from './template-refusal.filter.js';

/** The catalogue of announcement templates. */
@ApiTags('Announcement templates')
@Controller('api/v1/company/announcements/templates')
export class AnnouncementTemplatesController {
  constructor(
    private readonly service: AnnouncementTemplatesService,
    private readonly queries: AnnouncementTemplatesQueries,
    private readonly idempotency: Idempotency,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Get()
  @RequirePermission(READ_TEMPLATES)
  @ApiOperation({
    operationId: 'listTemplates',
    summary: 'List the enabled templates',
    description: 'Enabled templates in ascending order, for the picker of announcement authors.',
  })
  @Header('Cache-Control', 'private, no-cache')
  @ApiTemplateList()
  async list(): Promise<ReadyBody> {
    return (await this.queries.catalogue()).enabled;
  }

  @Get('all')
  @RequirePermission(MANAGE_TEMPLATES)
  @ApiOperation({
    operationId: 'listAllTemplates',
    summary: 'List all templates',
    description:
      'All templates in ascending order, the disabled ones too; with conditions those that satisfy each.',
  })
  @Header('Cache-Control', 'private, no-cache')
  @ApiTemplateList()
  async listAll(@Query() query: ListTemplatesQuery): Promise<ReadyBody> {
    return (await this.queries.catalogue()).matching(query);
  }

  @Post()
  @HttpCode(200)
  @RequirePermission(MANAGE_TEMPLATES)
  @UseFilters(TemplateRefusalFilter)
  @ApiIdempotent()
  @ApiOperation({
    operationId: 'createTemplate',
    summary: 'Create a template',
    description: 'Adds a template to the catalogue. The key must be unique, the title must have a default.',
  })
  @ApiTemplate('The created template.')
  @ApiTemplateRefusal('VALIDATION_FAILED', 'TEMPLATE_KEY_CONFLICT', 'CATALOGUE_TOO_LARGE')
  @ApiProblems(TemplateNotFound)
  async create(
    @Req() request: Request,
    @CurrentUser() actor: UserActor,
    @Body() input: TemplateRequest,
  ): Promise<TemplateResponse | ReadyBody> {
    return this.idempotency.answer<AnnouncementTemplate, TemplateResponse | ReadyBody>(request, {
      create: (transaction) => this.service.create(actor, input, transaction),
      idOf: ({ state }) => state.id,
      answer: ({ state }) => {
        this.logWrite(request, 'template created', state);
        return TemplateResponse.from(state);
      },
      repeat: (id) => this.repeated(id),
    });
  }

  @Get(':templateId')
  @RequirePermission(MANAGE_TEMPLATES)
  @ApiOperation({
    operationId: 'getTemplate',
    summary: 'Get a template',
    description: 'A template, whether or not it is enabled. Its tag is for `If-Match`.',
  })
  @ApiTemplateId()
  @ApiTemplate('The template.')
  @ApiProblems(TemplateNotFound)
  async get(@Param('templateId') templateId: string): Promise<ReadyBody> {
    return new ReadyBody(await this.queries.get(templateId));
  }

  @Put(':templateId')
  @RequirePermission(MANAGE_TEMPLATES)
  @UseFilters(TemplateRefusalFilter)
  @ApiOperation({
    operationId: 'updateTemplate',
    summary: 'Replace a template',
    description:
      'Replaces all properties but the id. A property that is not sent is removed; `enabled` becomes true.',
  })
  @ApiTemplateId(DEMO.replacedTemplateId)
  @ApiTemplateReplacement()
  @ApiTemplate('The updated template.')
  @ApiIfMatch('the template')
  @ApiTemplateRefusal(
    'VALIDATION_FAILED',
    'TEMPLATE_NOT_FOUND',
    'PRECONDITION_FAILED',
    'TEMPLATE_KEY_CONFLICT',
    'CATALOGUE_TOO_LARGE',
  )
  async update(
    @Req() request: Request,
    @CurrentUser() actor: UserActor,
    @Param('templateId') templateId: string,
    @Body() input: TemplateRequest,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<TemplateResponse> {
    const { state } = await this.service.replace(actor, templateId, input, precondition);
    this.logWrite(request, 'template replaced', state);
    return TemplateResponse.from(state);
  }

  @Patch(':templateId')
  @RequirePermission(MANAGE_TEMPLATES)
  @UseFilters(TemplateRefusalFilter)
  @ApiOperation({
    operationId: 'patchTemplate',
    summary: 'Change a template',
    description:
      'Changes the properties that are sent; absent ones stay. null removes an optional property; `enabled` becomes ' +
      'true. A text is replaced with all its languages.',
  })
  @ApiTemplateId(DEMO.replacedTemplateId)
  @ApiTemplatePatch()
  @ApiTemplate('The changed template.')
  @ApiIfMatch('the template')
  @ApiTemplateRefusal(
    'VALIDATION_FAILED',
    'TEMPLATE_NOT_FOUND',
    'PRECONDITION_FAILED',
    'TEMPLATE_KEY_CONFLICT',
    'CATALOGUE_TOO_LARGE',
  )
  async patch(
    @Req() request: Request,
    @CurrentUser() actor: UserActor,
    @Param('templateId') templateId: string,
    @Body() input: PatchTemplateRequest,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<TemplateResponse> {
    const { state } = await this.service.patch(actor, templateId, input, precondition);
    this.logWrite(request, 'template changed', state);
    return TemplateResponse.from(state);
  }

  @Delete(':templateId')
  @RequirePermission(MANAGE_TEMPLATES)
  @UseFilters(TemplateRefusalFilter)
  @ApiOperation({
    operationId: 'deleteTemplate',
    summary: 'Delete a template',
    description: 'Removes a template and returns it. Its key is free again.',
  })
  @ApiTemplateId(DEMO.deletedTemplateId)
  @Untagged()
  @ApiTemplate('The deleted template.')
  @ApiIfMatch('the template')
  @ApiTemplateRefusal('TEMPLATE_NOT_FOUND', 'PRECONDITION_FAILED')
  async remove(
    @Req() request: Request,
    @CurrentUser() actor: UserActor,
    @Param('templateId') templateId: string,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<TemplateResponse> {
    const { state } = await this.service.remove(actor, templateId, precondition);
    this.logWrite(request, 'template deleted', state);
    return TemplateResponse.from(state);
  }

  /** A repeat reads, so a deleted template is answered as a read answers it, and not as a refused write. */
  private async repeated(id: string): Promise<ReadyBody> {
    try {
      return new ReadyBody(await this.queries.get(id));
    } catch (error) {
      if (!(error instanceof TemplateNotFound)) throw error;
      throw HttpProblem.of(TemplateNotFound);
    }
  }

  /** The catalogue is shared by all companies, so every write names who did it. */
  private logWrite(request: Request, message: string, { id }: TemplateResponse): void {
    const { requestId } = request;
    this.logger.info({ requestId, ...callerOf(request), templateId: id }, message);
  }
}
