import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { CompanyChoiceResponse, NewSessionResponse } from '../application/sign-in.response.js';

const EMAIL = 'ana.lopez@example.com';

const COMPANY = { id: '665f1c2ab7e4d90012ab3401', name: 'Aurora Hotels' };

export const SIGN_IN_EXAMPLES = {
  token: { summary: 'By the identity provider', value: { idToken: 'eyJhbGciOi…', nonce: 'n-0S6_WzA2Mj' } },
  code: { summary: 'By a code', value: { email: EMAIL, code: 'BCDF-GHJK' } },
  choice: {
    summary: 'By a code, in one of several companies',
    value: { email: EMAIL, code: 'BCDF-GHJK', companyId: COMPANY.id },
  },
};

export const CODE_EXAMPLE = { code: { value: { email: EMAIL } } };

const SESSION: NewSessionResponse = {
  sessionId: 'tGzv3JOkF0XG5Qx2TlKWIAw1Ih2nFLQh1zYyJ4uDq0E7xXw0pQeRkS5mZ3a',
  expiresAt: '2026-03-02T20:00:00.000Z',
  user: {
    id: '665f1c2ab7e4d90012ab3411',
    companyId: COMPANY.id,
    name: 'Ana López',
    role: 'MANAGER',
    language: 'es',
  },
};

const CHOICE: CompanyChoiceResponse = {
  companies: [COMPANY, { id: '665f1c2ab7e4d90012ab3402', name: 'Borealis Hotels' }],
};

/** Documents the two answers to a sign-in. */
export function ApiNewSession(): MethodDecorator {
  const schema = {
    oneOf: [{ $ref: getSchemaPath(NewSessionResponse) }, { $ref: getSchemaPath(CompanyChoiceResponse) }],
  };
  const examples = {
    session: { summary: 'The session', value: SESSION },
    choice: { summary: 'Companies to choose from', value: CHOICE },
  };
  return applyDecorators(
    ApiExtraModels(NewSessionResponse, CompanyChoiceResponse),
    ApiResponse({
      status: 200,
      description: 'The session, or the companies to choose from.',
      content: { 'application/json': { schema, examples } },
    }),
  );
}
