import type { Answer } from '../../support/api-client.js';
import { GROUPS, SCIM, USERS } from '../../support/scim-fixture.js';
import type { Administration } from '../harness/administration.js';
import type { Failures } from '../harness/failures.js';
import type { WireRequest } from '../harness/wire-client.js';
import type { Company } from './company.js';
import { textsAt } from './document.js';
import { asBearer, unknownLike } from './requests.js';
import { creationsOf, pairsOf, tokenRequest } from './scim.js';

/** Sends requests, and checks that no answer shows another company. */
export interface Probe {
  compare(known: WireRequest, unknown: WireRequest, own: Company, expected?: number): Promise<void>;
  send(sent: WireRequest, own: Company, expected?: number): Promise<Answer>;
}

/** Texts of SCIM that name nobody, or that a test may not choose. */
const NOT_WRITTEN =
  /\.(schemas\[\]|id|value|\$ref|type|resourceType|created|lastModified|version|location|role)$/;

/** Checks SCIM of two companies, of which the document says nothing. */
export class ScimIsolation {
  constructor(
    private readonly service: Administration,
    private readonly failures: Failures,
    private readonly probe: Probe,
  ) {}

  /** Without this the rest would prove nothing: the canary is in every text of a person and a group. */
  async showsCanary(own: Company): Promise<void> {
    const headers = bearerOf(own);
    for (const path of [`${USERS}/${own.ids['scimUserId']}`, `${GROUPS}/${own.ids['groupId']}`]) {
      const { body } = await this.probe.send({ method: 'GET', path, headers }, own, 200);
      for (const [place, values] of textsAt(body)) {
        const shows = values.every((value) => value.includes(own.canary));
        if (!shows && !NOT_WRITTEN.test(place))
          this.failures.add(`SCIM shows no canary in ${place}`, values.join().slice(0, 200));
      }
    }
  }

  /** Names of another company find, change, link and refuse as little as names that nobody has. */
  async everyReference(own: Company, foreign: Company): Promise<void> {
    const headers = bearerOf(own);
    const reads = ['/Users?count=500', '/Groups?count=500', '/Users?cursor=&count=1'].map((path) => {
      return { method: 'GET', path: SCIM + path, headers };
    });
    for (const [known, unknown] of pairsOf(headers, own, foreign)) {
      if (known.method !== 'GET') {
        await this.probe.send(known, own);
        for (const read of reads) await this.probe.send(read, own, 200);
      }
      await this.probe.compare(known, unknown, own);
    }
    await this.cursors(own, foreign);
    await this.tokens(own, foreign);
    await this.creations(own, foreign);
  }

  /** A cursor of another company is one of the own list: only its place in the order of ids counts. */
  private async cursors(own: Company, foreign: Company): Promise<void> {
    const [theirs, headers] = [bearerOf(foreign), bearerOf(own)];
    for (const path of [USERS, GROUPS]) {
      const first = { method: 'GET', path: `${path}?cursor=&count=1`, headers: theirs };
      const { nextCursor } = (await this.probe.send(first, foreign, 200)).body as { nextCursor?: string };
      if (nextCursor === undefined) continue;
      await this.probe.send({ method: 'GET', path: `${path}?cursor=${nextCursor}`, headers }, own, 200);
    }
  }

  private async tokens(own: Company, foreign: Company): Promise<void> {
    const [ownKey, foreignKey] = [keyOf(own), keyOf(foreign)];
    const [ownId, foreignId] = [ownKey.split('_')[1]!, foreignKey.split('_')[1]!];
    const pair = [tokenRequest(foreignId, ownKey), tokenRequest(unknownLike(foreignId), ownKey)] as const;
    await this.probe.compare(...pair, own);
    const { body } = await this.probe.send(tokenRequest(ownId, ownKey), own, 200);
    const headers = { Authorization: `Bearer ${(body as { access_token: string }).access_token}` };
    const path = `${USERS}/${foreign.ids['scimUserId']}`;
    await this.probe.send({ method: 'GET', path, headers }, own, 404);
    await this.probe.send({ method: 'GET', path: USERS, headers }, own, 200);
  }

  /** In a company of its own, because the names stay there. */
  private async creations(own: Company, foreign: Company): Promise<void> {
    const companyId = await this.service.addCompany('Third');
    const headers = asBearer({ serviceAPIKey: await this.service.addApiKey(companyId, ['scim']) });
    for (const creation of creationsOf(headers, foreign)) await this.probe.send(creation, own, 201);
    const shown: string[] = [];
    for (const path of [USERS, GROUPS]) {
      const { text } = await this.probe.send({ method: 'GET', path, headers }, foreign, 200);
      shown.push(text);
    }
    // Named by the requests: the id of a person as name, as manager and as member.
    const named = foreign.ids['scimUserId']!;
    const linked = foreign.allIds.find((id) => id !== named && shown.some((text) => text.includes(id)));
    if (linked !== undefined) this.failures.add('SCIM shows an id of another company', linked);
    if (shown.some((text) => text.includes(`Person ${foreign.canary}`)))
      this.failures.add('SCIM names a person of another company', shown.join('\n    ').slice(0, 1_000));
  }
}

function keyOf({ callers }: Company): string {
  const caller = callers.find(
    ({ credential }) => credential?.area === 'apiKey' && credential.rights.includes('scim'),
  );
  return caller!.headers['serviceAPIKey']!;
}

function bearerOf(company: Company): Record<string, string> {
  return asBearer({ serviceAPIKey: keyOf(company) });
}
