import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../../../src/shared-kernel/id.js';
import type { Answer } from '../../support/api-client.js';
import type { MailServer } from '../../support/mail-server.js';
import { CODES, codesTo, passMinutes, sentCode, SESSIONS } from '../../support/sign-in-fixture.js';
import { TestIssuer } from '../../support/test-issuer.js';
import { loopbackCertificate } from '../../support/webhook-receiver.js';
import type { Administration } from '../harness/administration.js';
import type { Failures } from '../harness/failures.js';
import type { WireClient, WireRequest } from '../harness/wire-client.js';
import { uselessCallers, type Caller, type Company } from './company.js';
import { withBody } from './requests.js';
import type { Probe } from './scim-check.js';

const ME = '/api/v1/company/me';
const NONCE = 'isolation';
/** Somebody who works for both companies. */
const OF_BOTH = 'both@people.example.com';
const REFUSED = 401;
const NO_USER = 403;

const posted = (path: string, body: object): WireRequest =>
  withBody({ method: 'POST', path, headers: {} }, body);

/** Of a user of a company who signs in. */
const emailIn = ({ canary }: Pick<Company, 'canary'>): string => `signs-in@${canary}.example.com`;

/** Settings with which a service trusts an issuer on this machine. */
export async function issuerSettings(folder: string): Promise<{
  readonly issuer: TestIssuer;
  readonly settings: Readonly<Record<string, string>>;
}> {
  const certificate = await loopbackCertificate();
  const authority = join(folder, 'authority.pem');
  await writeFile(authority, certificate.cert);
  const settings = {
    NODE_EXTRA_CA_CERTS: authority,
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1',
    SIGN_IN_LIMIT: 'off',
  };
  return { issuer: await TestIssuer.listen(certificate), settings };
}

/** Checks codes, ID tokens and sign-outs of two companies, whose apps are clients of one provider. */
export class SignInIsolation {
  constructor(
    private readonly service: Administration,
    private readonly issuer: TestIssuer,
    private readonly mail: MailServer,
    private readonly failures: Failures,
    private readonly client: WireClient,
    private readonly probe: Probe,
  ) {}

  /** Lets the users of a company sign in in both ways. */
  async open({ id, canary }: Company): Promise<void> {
    const provider = ['--sign-in-issuer', this.issuer.issuer, '--sign-in-clients', canary];
    await this.service.wes('company', 'set', '--company', id, ...provider, '--sign-in-codes', 'on');
    await this.service.addUser(id, 'MANAGER', { name: `Both ${canary}`, email: OF_BOTH });
    await this.service.addUser(id, 'ADVISOR', { name: `Advisor ${canary}`, email: emailIn({ canary }) });
  }

  async run(own: Company, foreign: Company): Promise<void> {
    await this.codes(own, foreign);
    await this.tokens(own, foreign);
    await this.signOuts(own, foreign);
  }

  /** Asking for a code tells nothing, and a code opens the companies of its address. */
  private async codes(own: Company, foreign: Company): Promise<void> {
    const strange = 'nobody@nothing00.example.com';
    const code = await this.codeFor(emailIn(own), own);
    await this.codeFor(emailIn(foreign), own);
    await passMinutes(this.service, 1);
    await this.probe.compare(
      posted(CODES, { email: emailIn(foreign) }),
      posted(CODES, { email: strange }),
      own,
      202,
    );
    const guess = (email: string): WireRequest => posted(SESSIONS, { email, code: 'BCDF-GHJK' });
    await this.probe.compare(guess(emailIn(foreign)), guess(strange), own, REFUSED);
    const choice = (companyId: string): WireRequest =>
      posted(SESSIONS, { email: emailIn(own), code, companyId });
    await this.probe.compare(choice(foreign.id), choice(newId()), own, REFUSED);
    await this.expectOwn(await this.probe.send(choice(own.id), own, 200), own);

    const shared = { email: OF_BOTH, code: await this.codeFor(OF_BOTH, own) };
    // The mailbox is of both companies, so the answer names both.
    const { body } = await this.client.send(posted(SESSIONS, shared));
    const offered = (body as { companies?: { id: string }[] }).companies?.map(({ id }) => id).sort();
    if (offered?.join() !== [own.id, foreign.id].sort().join())
      this.failures.add('A code of two companies offers others', JSON.stringify(body));
    const chosen = posted(SESSIONS, { ...shared, companyId: own.id });
    await this.expectOwn(await this.probe.send(chosen, own, 200), own);
  }

  /** A token of the app of a company finds the users of this company alone. */
  private async tokens(own: Company, foreign: Company): Promise<void> {
    const send = async (email: string, sub: string): Promise<WireRequest> => {
      const claims = { aud: own.canary, nonce: NONCE, sub, email, email_verified: true };
      return posted(SESSIONS, { idToken: await this.issuer.token(claims), nonce: NONCE });
    };
    const strange = 'nobody@nothing00.example.com';
    for (const [index, email] of [emailIn(foreign), strange].entries())
      await this.probe.send(await send(email, `${own.canary}-${index}`), own, NO_USER);
    await this.expectOwn(
      await this.probe.send(await send(emailIn(own), `admin-${own.canary}`), own, 200),
      own,
    );
    await this.expectOwn(await this.probe.send(await send(OF_BOTH, 'both'), own, 200), own);
    // The person of the provider who is somebody of the other company is nobody here.
    await this.probe.send(await send(strange, `admin-${foreign.canary}`), own, NO_USER);
  }

  /** A caller ends the own session, and nobody else's. */
  private async signOuts(own: Company, foreign: Company): Promise<void> {
    const signOut = ({ headers }: Pick<Caller, 'headers'>): WireRequest => ({
      ...{ method: 'DELETE', path: `${SESSIONS}/current`, headers },
    });
    const leaving = await this.service.addUser(own.id, 'MANAGER');
    const headers = { SessionId: leaving.sessionId };
    await this.probe.send(signOut({ headers }), own, 204);
    await this.probe.send({ method: 'GET', path: ME, headers }, own, REFUSED);
    const withoutSession = own.callers.filter(({ credential }) => credential?.area !== 'session');
    for (const caller of [...withoutSession, ...(await uselessCallers(this.service, own))])
      await this.probe.send(signOut(caller), own, REFUSED);
    for (const company of [own, foreign])
      for (const caller of company.callers.filter(({ credential }) => credential?.area === 'session'))
        await this.probe.send({ method: 'GET', path: ME, headers: caller.headers }, company, 200);
  }

  /** The session is of the company, and shows its user. */
  private async expectOwn({ body }: Answer, own: Company): Promise<void> {
    const { sessionId } = body as { sessionId: string };
    const asked = { method: 'GET', path: ME, headers: { SessionId: sessionId } };
    const me = (await this.probe.send(asked, own, 200)).body as { readonly company: { readonly id: string } };
    if (me.company.id !== own.id)
      this.failures.add('A session is not of the company that was chosen', JSON.stringify(me));
  }

  /** Asks for a code, a minute after others have. @returns the code of the mail */
  private async codeFor(email: string, own: Company): Promise<string> {
    const before = codesTo(this.mail, email).length;
    await passMinutes(this.service, 1);
    await this.probe.send(posted(CODES, { email }), own, 202);
    return sentCode(this.mail, email, before + 1);
  }
}
