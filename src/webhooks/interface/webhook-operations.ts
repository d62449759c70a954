import { Body, Delete, Get, HttpCode, Param, Patch, Post, Query, Req, type Type } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Settings } from '../../platform/config/settings.js';
import { Untagged, WithoutPermit } from '../../platform/http/handler-options.js';
import { HttpProblem } from '../../platform/http/http-problem.js';
import { ApiIfMatch, IfMatch } from '../../platform/http/if-match.js';
import { ApiJson, ApiList } from '../../platform/http/openapi/api-json.js';
import { ApiProblems } from '../../platform/http/openapi/api-problems.js';
import { PageBody } from '../../platform/http/page-body.js';
import {
  CurrentIntegration,
  CurrentUser,
  RequirePermission,
  type Permission,
} from '../../platform/http/permission.js';
import { ApiIdempotent, Idempotency } from '../../platform/idempotency/idempotency.js';
import type { Actor } from '../../shared-kernel/actor.js';
import type { Precondition } from '../../shared-kernel/precondition.js';
import { WebhookAccess } from '../application/webhook-access.js';
import { WebhookTest } from '../application/webhook-test.js';
import {
  WebhookAttemptResponse,
  WebhookDeliveryPageResponse,
  WebhookDeliveryResponse,
  WebhookResponse,
  WebhookWithSecretResponse,
} from '../application/webhook.response.js';
import { WebhooksQueries } from '../application/webhooks.queries.js';
import { WebhooksService, type WebhookWithSecret } from '../application/webhooks.service.js';
import * as errors from '../domain/webhook.errors.js';
import { ApiWebhookMessages } from './webhook-messages.js';
import {
  ApiDeliveryId,
  ApiSecretShownOnce,
  ApiWebhookId,
  ATTEMPT_EXAMPLE,
  DELIVERY_EXAMPLE,
  DELIVERY_PAGE_EXAMPLE,
  INPUT_EXAMPLE,
  WEBHOOK_EXAMPLE,
  WEBHOOK_OPERATIONS,
} from './webhook.decorators.js';
import {
  ListDeliveriesQuery,
  WebhookPatchRequest,
  WebhookReplayRequest,
  WebhookRequest,
} from './webhook.requests.js';

/** An area of the API in which webhooks are managed. */
export interface WebhookArea {
  readonly permission: Permission;
  /** Stands in the operation ids before `Webhook`: empty for the public API. */
  readonly infix: '' | 'Company';
}

/** The operations of webhooks, for an area (ADR 49). An admin has those of keys, too. */
export function webhooksControllerOf({ permission, infix }: WebhookArea): Type {
  const Caller = permission.area === 'session' ? CurrentUser : CurrentIntegration;
  const operation = (verb: string, rest: string): MethodDecorator =>
    ApiOperation({
      operationId: `${verb}${infix}Webhook${rest}`,
      ...WEBHOOK_OPERATIONS[`${verb}Webhook${rest}`],
    });

  @ApiTags('Webhooks')
  class WebhooksController {
    constructor(
      private readonly service: WebhooksService,
      private readonly queries: WebhooksQueries,
      private readonly access: WebhookAccess,
      private readonly test: WebhookTest,
      private readonly idempotency: Idempotency,
      private readonly settings: Settings,
    ) {}

    @Post()
    @HttpCode(200)
    @RequirePermission(permission)
    @ApiIdempotent()
    @operation('create', '')
    @ApiWebhookMessages()
    @ApiBody({ type: WebhookRequest, examples: { webhook: { value: INPUT_EXAMPLE[permission.area] } } })
    @ApiSecretShownOnce('The created webhook, with its secret.', WEBHOOK_EXAMPLE[permission.area])
    @ApiProblems(errors.WebhookNotFound, errors.TooManyWebhooks)
    create(
      @Req() request: Request,
      @Caller() actor: Actor,
      @Body() input: WebhookRequest,
    ): Promise<WebhookResponse> {
      return this.idempotency.answer<WebhookWithSecret, WebhookResponse>(request, {
        create: (transaction) => this.service.create(actor, input, transaction),
        idOf: ({ webhook }) => webhook.state.id,
        answer: ({ webhook, secret }) => WebhookWithSecretResponse.shownOnce(webhook.state, secret),
        repeat: (webhookId) => this.get(actor, webhookId),
      });
    }

    @Get()
    @RequirePermission(permission)
    @operation('list', 's')
    @ApiList(WebhookResponse, 'The webhooks.', [WEBHOOK_EXAMPLE[permission.area]])
    @ApiProblems()
    async list(@Caller() actor: Actor): Promise<WebhookResponse[]> {
      return this.queries.list(await this.access.viewOf(actor));
    }

    @Get(':webhookId')
    @RequirePermission(permission)
    @operation('get', '')
    @ApiWebhookId()
    @ApiJson(WebhookResponse, 'The webhook.', WEBHOOK_EXAMPLE[permission.area])
    @ApiProblems(errors.WebhookNotFound)
    async get(@Caller() actor: Actor, @Param('webhookId') webhookId: string): Promise<WebhookResponse> {
      return this.queries.get(await this.access.viewOf(actor), webhookId);
    }

    @Patch(':webhookId')
    @RequirePermission(permission)
    @operation('update', '')
    @ApiWebhookId()
    @ApiBody({ type: WebhookPatchRequest, examples: { webhook: { value: { description: 'Payroll' } } } })
    @ApiJson(WebhookResponse, 'The changed webhook.', WEBHOOK_EXAMPLE[permission.area])
    @ApiIfMatch('the webhook')
    @ApiProblems(errors.WebhookNotFound)
    async update(
      @Caller() actor: Actor,
      @Param('webhookId') webhookId: string,
      @Body() input: WebhookPatchRequest,
      @IfMatch() precondition: Precondition | undefined,
    ): Promise<WebhookResponse> {
      const { state } = await this.service.update(actor, webhookId, input, precondition);
      return WebhookResponse.of(state);
    }

    @Delete(':webhookId')
    @RequirePermission(permission)
    @operation('delete', '')
    @ApiWebhookId()
    @Untagged()
    @ApiJson(WebhookResponse, 'The deleted webhook.', WEBHOOK_EXAMPLE[permission.area])
    @ApiIfMatch('the webhook')
    @ApiProblems(errors.WebhookNotFound)
    async remove(
      @Caller() actor: Actor,
      @Param('webhookId') webhookId: string,
      @IfMatch() precondition: Precondition | undefined,
    ): Promise<WebhookResponse> {
      const { state } = await this.service.remove(actor, webhookId, precondition);
      return WebhookResponse.of(state);
    }

    @Post(':webhookId/rotate')
    @HttpCode(200)
    @RequirePermission(permission)
    @ApiIdempotent()
    @operation('rotate', 'Secret')
    @ApiWebhookId()
    @ApiSecretShownOnce('The webhook, with its new secret.', WEBHOOK_EXAMPLE[permission.area])
    @ApiProblems(errors.WebhookNotFound, errors.TooManyRotations)
    rotate(
      @Req() request: Request,
      @Caller() actor: Actor,
      @Param('webhookId') webhookId: string,
    ): Promise<WebhookResponse> {
      return this.idempotency.answer<WebhookWithSecret, WebhookResponse>(request, {
        create: (transaction) => this.service.rotate(actor, webhookId, transaction),
        idOf: () => webhookId,
        answer: ({ webhook, secret }) => WebhookWithSecretResponse.shownOnce(webhook.state, secret),
        repeat: () => this.get(actor, webhookId),
      });
    }

    @Post(':webhookId/test')
    @HttpCode(200)
    @RequirePermission(permission)
    @WithoutPermit()
    @operation('test', '')
    @ApiWebhookId()
    @ApiJson(WebhookAttemptResponse, 'How it went.', ATTEMPT_EXAMPLE)
    @ApiProblems(errors.WebhookNotFound)
    async sendTest(
      @Req() request: Request,
      @Caller() actor: Actor,
      @Param('webhookId') webhookId: string,
    ): Promise<WebhookAttemptResponse> {
      await this.get(actor, webhookId);
      const gone = new AbortController();
      request.res?.once('close', () => gone.abort());
      const attempt = await this.test.send({ companyId: actor.companyId, webhookId }, gone.signal);
      if (!attempt) throw HttpProblem.of('TOO_MANY_AT_ONCE', { 'Retry-After': '1' });
      return attempt;
    }

    @Get(':webhookId/deliveries')
    @RequirePermission(permission)
    @operation('list', 'Deliveries')
    @ApiWebhookId()
    @ApiJson(
      WebhookDeliveryPageResponse,
      'A window of the deliveries.',
      DELIVERY_PAGE_EXAMPLE[permission.area],
    )
    @ApiProblems(errors.WebhookNotFound)
    async deliveries(
      @Caller() actor: Actor,
      @Param('webhookId') webhookId: string,
      @Query() query: ListDeliveriesQuery,
    ): Promise<PageBody> {
      const view = await this.access.viewOf(actor);
      return new PageBody(await this.queries.deliveries(view, webhookId, query), query);
    }

    @Post(':webhookId/deliveries/:deliveryId/retry')
    @HttpCode(200)
    @RequirePermission(permission)
    @ApiIdempotent()
    @operation('retry', 'Delivery')
    @ApiWebhookId()
    @ApiDeliveryId()
    @ApiJson(WebhookDeliveryResponse, 'The delivery.', DELIVERY_EXAMPLE[permission.area])
    @ApiProblems(errors.WebhookNotFound, errors.DeliveryNotFound, errors.WebhookDisabled)
    retry(
      @Req() request: Request,
      @Caller() actor: Actor,
      @Param('webhookId') webhookId: string,
      @Param('deliveryId') deliveryId: string,
    ): Promise<WebhookDeliveryResponse> {
      const answer = async () =>
        this.queries.delivery(await this.access.viewOf(actor), webhookId, deliveryId);
      return this.idempotency.answer(request, {
        create: (transaction) => this.service.retry(actor, webhookId, deliveryId, transaction),
        idOf: () => deliveryId,
        answer,
        repeat: answer,
      });
    }

    @Post(':webhookId/replay')
    @HttpCode(200)
    @RequirePermission(permission)
    @ApiIdempotent()
    @operation('replay', '')
    @ApiWebhookId()
    @ApiBody({ type: WebhookReplayRequest })
    @ApiJson(WebhookResponse, 'The webhook.', WEBHOOK_EXAMPLE[permission.area])
    @ApiProblems(errors.WebhookNotFound, errors.WebhookDisabled)
    replay(
      @Req() request: Request,
      @Caller() actor: Actor,
      @Param('webhookId') webhookId: string,
      @Body() { since }: WebhookReplayRequest,
    ): Promise<WebhookResponse> {
      const replayed = { since: new Date(since), retentionMs: this.settings.changes.retentionMs };
      const answer = () => this.get(actor, webhookId);
      return this.idempotency.answer(request, {
        create: (transaction) => this.service.replay(actor, webhookId, replayed, transaction),
        idOf: () => webhookId,
        answer,
        repeat: answer,
      });
    }
  }
  return WebhooksController;
}
