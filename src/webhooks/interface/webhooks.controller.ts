import { Controller } from '@nestjs/common';
import { webhooksControllerOf } from './webhook-operations.js';

const PUBLIC = webhooksControllerOf({
  permission: { area: 'apiKey', scope: 'webhooks:manage' },
  infix: '',
});

const COMPANY = webhooksControllerOf({
  permission: { area: 'session', name: 'webhooks:manage', roles: ['ADMIN'] },
  infix: 'Company',
});

/** Webhooks, for the systems of a company. */
@Controller('api/v1/public/company/webhooks')
export class PublicWebhooksController extends PUBLIC {}

/** Webhooks, for the admins of a company. */
@Controller('api/v1/company/webhooks')
export class CompanyWebhooksController extends COMPANY {}
