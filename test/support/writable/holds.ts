import { LegalHoldResponse } from '../../../src/privacy/holds/application/legal-hold.response.js';
import { LegalHoldRequest } from '../../../src/privacy/holds/interface/legal-hold.request.js';
import { employeeBody, INVITE } from '../builders/employee.js';
import { HOLDS } from '../builders/privacy.js';
import type { Body, Written } from '../property-walk.js';
import { bodyOf, type WritableKind } from './writable-kind.js';

/** A hold on a person who is invited for it. It answers ids, by which the person is found again. */
export const legalHold: WritableKind = {
  dto: LegalHoldRequest,
  response: LegalHoldResponse,
  async open(app) {
    const companyId = await app.company();
    const key = await app.integration(['people:erase'], companyId);
    const hr = await app.integration(undefined, companyId);
    const known = bodyOf(await hr.post(INVITE, employeeBody()));
    const create = async (body: Body): Promise<Written> => {
      const { email, externalId, personId } = body;
      if (personId === undefined) await hr.post(INVITE, { email, externalId });
      const answered = bodyOf(await key.put(HOLDS, body));
      const [heldId] = answered['employeeIds'] as string[];
      const [stored] = await app.sql<{ document: Body }>(
        'SELECT document FROM employee WHERE company_id = $1 AND id = $2',
        [companyId, heldId],
      );
      return { answers: { PUT: answered }, stored: { ...stored!.document, personId: heldId } };
    };
    return {
      dto: LegalHoldRequest,
      base: () => ({ email: employeeBody()['email'], reason: 'Lawsuit' }),
      create,
      given: {
        email: { isHidden: true },
        externalId: { isHidden: true, beside: () => ({ email: undefined }) },
        personId: {
          isHidden: true,
          values: () => [known['id']],
          beside: () => ({ email: undefined }),
        },
      },
    };
  },
};
