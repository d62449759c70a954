import { ApiSchema } from '@nestjs/swagger';
import { PatchType } from '../../platform/dto/patch-type.js';
import { TemplateRequest } from './announcement-template.request.js';

/** Body of a change. A text is replaced with all its languages. */
@ApiSchema({ name: 'TemplatePatch' })
export class PatchTemplateRequest extends PatchType(TemplateRequest) {}
