import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Param,
  Post,
  Put,
  Req,
  Res,
  UseFilters,
} from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { IfMatch } from '../../platform/http/if-match.js';
import { ApiProblems } from '../../platform/http/openapi/api-problems.js';
import { ApiIfMatch, ApiNotModified } from '../../platform/http/openapi/api-tagged.js';
import { CurrentUser, RequirePermission } from '../../platform/http/permission.js';
import { callerOf } from '../../platform/http/request-log.js';
import {
  sendAnswer,
  sendRepresentation,
  sendTagged,
  taggedAnswer,
} from '../../platform/http/representation.js';
import { ApiIdempotent } from '../../platform/idempotency/api-idempotent.js';
import { Idempotency } from '../../platform/idempotency/idempotency.js';
import { LOGGER, type Logger } from '../../platform/logging/logger.js';
import type { UserActor } from '../../shared-kernel/actor.js';
import type { Precondition } from '../../shared-kernel/precondition.js';
import { AnnouncementTemplatesQueries } from '../application/announcement-templates.queries.js';
import { AnnouncementTemplatesService } from '../application/announcement-templates.service.js';
import { TemplateResponse } from '../application/announcement-template.response.js';
import { TemplateRequest } from './announcement-template.request.js';
import {
  ApiTemplate,
  ApiTemplateId,
  ApiTemplateList,
  ApiTemplateRefusal,
  ApiTemplateReplacement,
} from './api-template.decorators.js';
import { MANAGE_TEMPLATES, READ_TEMPLATES } from './template-permissions.js';
import { TemplateRefusalFilter } from './template-refusal.filter.js';

/** The catalogue of announcement templates (interface 4.1). */
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
  @ApiTemplateList()
  async list(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { enabled } = await this.queries.catalogue();
    sendRepresentation(enabled, request, response);
  }

  @Get('all')
  @RequirePermission(MANAGE_TEMPLATES)
  @ApiOperation({
    operationId: 'listAllTemplates',
    summary: 'List all templates',
    description: 'All templates in ascending order, the disabled ones too.',
  })
  @ApiTemplateList()
  async listAll(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { all } = await this.queries.catalogue();
    sendRepresentation(all, request, response);
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
  @ApiTemplateRefusal('VALIDATION_FAILED', 'TEMPLATE_KEY_CONFLICT')
  async create(
    @Req() request: Request,
    @CurrentUser() actor: UserActor,
    @Body() input: TemplateRequest,
    @Res() response: Response,
  ): Promise<void> {
    const created = await this.idempotency.answer(
      response,
      (transaction) => this.service.create(actor, input, transaction),
      ({ state }) => taggedAnswer(JSON.stringify(TemplateResponse.from(state))),
    );
    if (created) this.logWrite(request, 'template created', created.state);
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
  @ApiNotModified()
  @ApiProblems('TEMPLATE_NOT_FOUND')
  async get(
    @Param('templateId') templateId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    sendTagged(await this.queries.get(templateId), request, response);
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
  @ApiTemplateId()
  @ApiTemplateReplacement()
  @ApiTemplate('The updated template.')
  @ApiIfMatch('the template')
  @ApiTemplateRefusal(
    'VALIDATION_FAILED',
    'TEMPLATE_NOT_FOUND',
    'PRECONDITION_FAILED',
    'TEMPLATE_KEY_CONFLICT',
  )
  async update(
    @Req() request: Request,
    @CurrentUser() actor: UserActor,
    @Param('templateId') templateId: string,
    @Body() input: TemplateRequest,
    @IfMatch() precondition: Precondition | undefined,
    @Res() response: Response,
  ): Promise<void> {
    const { state } = await this.service.replace(actor, templateId, input, precondition);
    this.logWrite(request, 'template replaced', state);
    sendAnswer(taggedAnswer(JSON.stringify(TemplateResponse.from(state))), response);
  }

  @Delete(':templateId')
  @RequirePermission(MANAGE_TEMPLATES)
  @UseFilters(TemplateRefusalFilter)
  @ApiOperation({
    operationId: 'deleteTemplate',
    summary: 'Delete a template',
    description: 'Removes a template and returns it. Its key is free again.',
  })
  @ApiTemplateId()
  @ApiTemplate('The deleted template.', { isTagged: false })
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

  /** The catalogue is shared by all companies, so every write names who did it. */
  private logWrite(request: Request, message: string, { id }: TemplateResponse): void {
    const { requestId } = request;
    this.logger.info({ requestId, ...callerOf(request), templateId: id }, message);
  }
}
