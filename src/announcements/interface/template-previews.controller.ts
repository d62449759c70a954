import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import { DEMO } from '../../platform/dto/examples.js';
import { Untagged } from '../../platform/http/handler-options.js';
import { ApiJson } from '../../platform/http/openapi/api-json.js';
import { ApiProblems } from '../../platform/http/openapi/api-problems.js';
import { RequirePermission } from '../../platform/http/permission.js';
import { AnnouncementTemplatesQueries } from '../application/announcement-templates.queries.js';
import { TemplatePreviewResponse } from '../application/template-preview.response.js';
import { TemplateNotFound } from '../domain/announcement-template.errors.js';
import { ApiTemplateId } from './api-template.decorators.js';
import { MANAGE_TEMPLATES } from './template-permissions.js';
import { TemplatePreviewRequest } from './template-preview.request.js';

const PREVIEW = {
  language: 'es',
  title: 'Tu opinión cuenta: ya puedes participar en Pulso',
  unknownTokens: ['{nombre}'],
  unusedPlaceholders: ['{companyName}'],
};

/** Previews of templates. They store nothing, so a repeat with an `Idempotency-Key` is simply done again. */
@ApiTags('Announcement templates')
@Controller('api/v1/company/announcements/templates')
export class TemplatePreviewsController {
  constructor(private readonly queries: AnnouncementTemplatesQueries) {}

  @Post(':templateId/preview')
  @HttpCode(200)
  @RequirePermission(MANAGE_TEMPLATES)
  @ApiOperation({
    operationId: 'previewTemplate',
    summary: 'Preview a template',
    description:
      'The texts of a template in one language, with values in the place of tokens, and what does not fit: tokens ' +
      'that are no placeholder of the template, and placeholders that these texts do not have. Stores nothing, and ' +
      'takes disabled templates, too. The values take at most 1 MiB in the texts.',
  })
  @ApiTemplateId(DEMO.surveyTemplateId)
  @ApiBody({
    type: TemplatePreviewRequest,
    required: false,
    examples: { spanish: { value: { language: 'es', values: { firstName: 'Ana', surveyName: 'Pulso' } } } },
  })
  @Untagged()
  @ApiJson(TemplatePreviewResponse, 'The texts, and what does not fit.', PREVIEW)
  @ApiProblems(TemplateNotFound)
  preview(
    @Param('templateId') templateId: string,
    @Body() input: TemplatePreviewRequest,
  ): Promise<TemplatePreviewResponse> {
    return this.queries.preview(templateId, input);
  }
}
