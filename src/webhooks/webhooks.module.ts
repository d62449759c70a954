import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/index.js';
import { IdentityModule } from '../identity/index.js';
import { Settings } from '../platform/config/settings.js';
import { IdempotencyModule } from '../platform/idempotency/idempotency.module.js';
import { OutgoingModule } from '../platform/outgoing/index.js';
import { ApiKeyRotation } from './application/api-key-rotation.js';
import { DeliveryMeter } from './application/delivery-meter.queries.js';
import { DisabledMails } from './application/disabled-mails.js';
import { MessageStore } from './application/message.store.js';
import { SecretsReencryption } from './application/secrets-reencryption.js';
import { StoredSecretsQueries } from './application/stored-secrets.queries.js';
import { WebhookAccess } from './application/webhook-access.js';
import { WebhookDeliveries } from './application/webhook-deliveries.js';
import { WebhookDisabling } from './application/webhook-disabling.js';
import { WebhookMailStore } from './application/webhook-mail.store.js';
import { OPERATOR_COMPANY, WebhookReaders } from './application/webhook-readers.js';
import { WebhookSigner } from './application/webhook-signer.js';
import { WebhookTeller } from './application/webhook-teller.js';
import { WebhookTest } from './application/webhook-test.js';
import { WebhookSender } from './application/webhook.ports.js';
import { WebhooksQueries } from './application/webhooks.queries.js';
import { WebhooksService } from './application/webhooks.service.js';
import { WebhookRepository } from './domain/webhook.repository.js';
import { HttpsWebhookSender } from './infrastructure/https-webhook-sender.js';
import { SqlWebhookRepository } from './infrastructure/sql-webhook.repository.js';
import { ApiKeyRotationController } from './interface/api-key-rotation.controller.js';
import {
  WebhookDisabledMailJob,
  WebhookSendJob,
  WebhookTellJob,
  WebhookUpkeepJob,
} from './interface/webhook.job.js';
import { CompanyWebhooksController, PublicWebhooksController } from './interface/webhooks.controller.js';

/** Webhooks for operators, whose command sends nothing. */
@Module({
  imports: [ChangesModule, IdentityModule, OutgoingModule],
  providers: [
    WebhooksService,
    WebhooksQueries,
    WebhookReaders,
    WebhookAccess,
    ApiKeyRotation,
    StoredSecretsQueries,
    SecretsReencryption,
    {
      provide: OPERATOR_COMPANY,
      inject: [Settings],
      useFactory: ({ operatorCompanyId }: Settings) => operatorCompanyId,
    },
    { provide: WebhookRepository, useClass: SqlWebhookRepository },
    MessageStore,
    { provide: WebhookSender, useClass: HttpsWebhookSender },
    WebhookSigner,
  ],
  exports: [
    ...[ApiKeyRotation, WebhooksService, WebhooksQueries, WebhookReaders, WebhookAccess],
    ...[WebhookRepository, MessageStore],
    ...[WebhookSender, WebhookSigner],
  ],
})
export class WebhookOperationsModule {}

/** Webhooks (ADR 49): addresses that are told of what the change feed has. */
@Module({
  imports: [ChangesModule, IdempotencyModule, IdentityModule, WebhookOperationsModule],
  controllers: [PublicWebhooksController, CompanyWebhooksController, ApiKeyRotationController],
  providers: [
    WebhookTeller,
    WebhookDeliveries,
    WebhookDisabling,
    WebhookTest,
    DisabledMails,
    WebhookTellJob,
    WebhookSendJob,
    WebhookUpkeepJob,
    WebhookDisabledMailJob,
    WebhookMailStore,
    DeliveryMeter,
  ],
})
export class WebhooksModule {}
