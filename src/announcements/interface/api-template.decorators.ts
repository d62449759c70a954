import { applyDecorators, SetMetadata } from '@nestjs/common';
import {
  ApiBody,
  ApiExtraModels,
  ApiParam,
  ApiResponse,
  getSchemaPath,
  type ApiResponseOptions,
} from '@nestjs/swagger';
import { DEMO } from '../../platform/dto/examples.js';
import { HANDLER_ERRORS, NAMED_CODES } from '../../platform/http/openapi/api-problems.js';
import { ApiJson, ApiList } from '../../platform/http/openapi/api-json.js';
import { TemplateResponse } from '../application/announcement-template.response.js';
import { TemplateRequest } from './announcement-template.request.js';
import { PatchTemplateRequest } from './patch-template.request.js';
import { TemplateRefusalReason } from './template-refusal.response.js';

type TemplateErrorCode =
  | 'VALIDATION_FAILED'
  | 'TEMPLATE_KEY_CONFLICT'
  | 'TEMPLATE_NOT_FOUND'
  | 'PRECONDITION_FAILED'
  | 'CATALOGUE_TOO_LARGE';

const STORED = {
  id: DEMO.templateId,
  key: 'welcome-aboard',
  title: {
    defaultValue: 'Welcome, {firstName}!',
    langValues: { es: '¡Te damos la bienvenida, {firstName}!' },
    valid: true,
  },
  category: 'Onboarding',
  order: 10,
  enabled: true,
  placeholders: ['{firstName}'],
};
const EMPTY = { key: '', title: { defaultValue: '', valid: false }, placeholders: [] };
const REQUEST_ID = '6f1f9d0e-5b0c-4d3e-9a53-0d9a4c1a7f10';

const REFUSALS: Readonly<Record<TemplateErrorCode, { summary: string; value: object }>> = {
  VALIDATION_FAILED: {
    summary: 'A property is not valid',
    value: {
      errorCode: 'VALIDATION_FAILED',
      detail: 'title.defaultValue is required.',
      errors: [{ path: 'title.defaultValue', code: 'REQUIRED', message: 'is required' }],
      requestId: REQUEST_ID,
      ...EMPTY,
      key: 'welcome-aboard',
    },
  },
  TEMPLATE_KEY_CONFLICT: {
    summary: 'The key is taken',
    value: {
      errorCode: 'TEMPLATE_KEY_CONFLICT',
      detail: 'key is already used by another template.',
      errors: [{ path: 'key', code: 'NOT_UNIQUE', message: 'must be unique across the catalogue' }],
      requestId: REQUEST_ID,
      ...EMPTY,
      key: 'welcome-aboard',
      title: STORED.title,
    },
  },
  CATALOGUE_TOO_LARGE: {
    summary: 'The catalogue has no room left',
    value: {
      errorCode: 'CATALOGUE_TOO_LARGE',
      detail: 'All templates together have at most 8 MiB.',
      errors: [],
      requestId: REQUEST_ID,
      ...EMPTY,
      key: 'welcome-aboard',
      title: STORED.title,
    },
  },
  PRECONDITION_FAILED: {
    summary: 'The template was changed meanwhile',
    value: {
      errorCode: 'PRECONDITION_FAILED',
      detail: 'The resource has changed: If-Match names none of its current entity tags.',
      errors: [],
      requestId: REQUEST_ID,
      ...EMPTY,
      id: STORED.id,
      key: 'welcome-aboard',
      title: STORED.title,
    },
  },
  TEMPLATE_NOT_FOUND: {
    summary: 'No template has this id',
    value: {
      errorCode: 'TEMPLATE_NOT_FOUND',
      detail: 'There is no template with this id.',
      errors: [],
      requestId: REQUEST_ID,
      id: STORED.id,
      ...EMPTY,
    },
  },
};

export function ApiTemplate(description: string): MethodDecorator {
  return ApiJson(TemplateResponse, description, STORED);
}

export function ApiTemplateList(): MethodDecorator {
  const order = 'Templates, ascending by `order`; those without one last; ties by `key`, then `id`.';
  return ApiList(TemplateResponse, order, [STORED]);
}

/** Documents the 412 of a write: the template as it was sent, and the reason. */
export function ApiTemplateRefusal(...codes: readonly TemplateErrorCode[]): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(TemplateResponse, TemplateRefusalReason),
    SetMetadata(HANDLER_ERRORS, codes),
    ApiResponse({
      status: 412,
      description:
        'Refused; nothing was changed. The template as it was sent, as far as it could be read, and why.',
      content: {
        'application/json': {
          schema: {
            allOf: [
              { $ref: getSchemaPath(TemplateResponse) },
              { $ref: getSchemaPath(TemplateRefusalReason) },
            ],
          },
          examples: Object.fromEntries(codes.map((code) => [code, REFUSALS[code]])),
        },
      },
      [NAMED_CODES]: codes,
    } as ApiResponseOptions),
  );
}

/** Documents the body of a replacement. Its example keeps the key of the template that the path names. */
export function ApiTemplateReplacement(): MethodDecorator {
  const { title, category, enabled, placeholders } = STORED;
  const texts = { defaultValue: title.defaultValue, langValues: title.langValues };
  const value = { key: DEMO.replacedTemplateKey, title: texts, category, order: 900, enabled, placeholders };
  return ApiBody({ type: TemplateRequest, examples: { replacement: { value } } });
}

/** Documents the body of a change by its most frequent use. */
export function ApiTemplatePatch(): MethodDecorator {
  return ApiBody({
    type: PatchTemplateRequest,
    examples: { disable: { summary: 'Hide the template from authors', value: { enabled: false } } },
  });
}

export function ApiTemplateId(example: string = STORED.id): MethodDecorator {
  return ApiParam({
    name: 'templateId',
    description: 'Id of the template, as the lists show it.',
    example,
  });
}
