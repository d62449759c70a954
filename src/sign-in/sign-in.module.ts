import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/index.js';
import { MailModule } from '../platform/mail/mail.module.js';
import { OutgoingModule } from '../platform/outgoing/index.js';
import { CodeDigester } from './application/code-digests.js';
import { CodeMails } from './application/code-mails.js';
import { CodeRequests } from './application/code-requests.js';
import { CodeSignIn } from './application/code-sign-in.js';
import { ProviderPeople } from './application/provider-people.js';
import { SignInCodeStore } from './application/sign-in-code.store.js';
import { SignInMeter } from './application/sign-in-meter.js';
import { SignInSettingsService } from './application/sign-in-settings.service.js';
import { SignInSettingsStore } from './application/sign-in-settings.store.js';
import { IdentityProviders } from './application/sign-in.ports.js';
import { SignInQueries } from './application/sign-in.queries.js';
import { SignInStore } from './application/sign-in.store.js';
import { StaffAdmission } from './application/staff-admission.js';
import { TokenSignIn } from './application/token-sign-in.js';
import { JoseIdentityProviders } from './infrastructure/jose-identity-providers.js';
import { ProviderKeys } from './infrastructure/provider-keys.js';
import { SessionsController } from './interface/sessions.controller.js';
import { CodeMailJob, CodeRequestsJob, SignInUpkeepJob } from './interface/sign-in.job.js';

/** How the users of companies sign in, for their settings. */
@Module({
  imports: [IdentityModule, OutgoingModule],
  providers: [
    SignInSettingsService,
    SignInSettingsStore,
    ProviderKeys,
    { provide: IdentityProviders, useClass: JoseIdentityProviders },
  ],
  exports: [SignInSettingsService, SignInSettingsStore, IdentityProviders],
})
export class SignInSettingsModule {}

/** Sign-in by the identity provider of a company, and by codes in mails (ADR 59). */
@Module({
  imports: [IdentityModule, MailModule, SignInSettingsModule],
  controllers: [SessionsController],
  providers: [
    ...[TokenSignIn, ProviderPeople, CodeSignIn, CodeRequests, CodeMails, CodeDigester],
    ...[SignInMeter, SignInQueries, SignInStore, SignInCodeStore, StaffAdmission],
    ...[CodeRequestsJob, CodeMailJob, SignInUpkeepJob],
  ],
})
export class SignInModule {}
