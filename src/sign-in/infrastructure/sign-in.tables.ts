import { Injectable } from '@nestjs/common';
import { eraserOf, sourceOf, type PersonalRows } from '../../platform/database/personal-rows.js';
import { by, none, type PersonalTable } from '../../shared-kernel/personal-tables.js';

const SIGN_IN_LINK: PersonalRows = {
  table: 'sign_in_link',
  purpose: 'accounts',
  people: ['users'],
  kept: 'until the person is erased, or the company is deleted',
  access: by('SignInSource'),
  erasure: by('SignInEraser'),
  columns: {
    user_id: 'id of a user',
    subject: 'id of the user at an identity provider',
  },
  impersonal: 'company_id issuer created_at',
  ofPerson: 'user_id = ANY (:userIds)',
  given: {
    kind: 'signInLinks',
    columns: 'user_id AS "userId", issuer, subject, created_at AS "createdAt"',
    order: 'created_at, issuer',
  },
  counted: 'signInLinks',
};

const SIGN_IN_CODE: PersonalTable = {
  table: 'sign_in_code',
  purpose: 'accounts',
  people: ['users'],
  kept: 'the address until a worker has read it, some seconds; its digest for an hour',
  access: none('It is kept for an hour, and tells nobody whose it is without the secret of the deployment.'),
  erasure: none('It is removed after an hour, and names no user: whoever asks for a code types an address.'),
  columns: {
    address: 'e-mail address for which a code was asked, encrypted, until a worker has read it',
    address_digest: 'keyed hash of such an e-mail address',
  },
  impersonal: 'requested code_digest code_until tries expires_at',
};

export const SIGN_IN_TABLES = [SIGN_IN_LINK, SIGN_IN_CODE];

/** The people of identity providers who a user is. */
@Injectable()
export class SignInSource extends sourceOf(SIGN_IN_LINK) {}

/** Removes them. */
@Injectable()
export class SignInEraser extends eraserOf(SIGN_IN_LINK) {}
