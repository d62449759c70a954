import { ROLES } from '../../shared-kernel/actor.js';
import { complex, flag, reference, text, type Attribute } from './attributes.js';
import { ENTERPRISE_URN, USER_URN, WORKFORCE_URN } from './scim-urns.js';

/** A schema, as `/Schemas` shows it and as requests are read. */
export interface Schema {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly attributes: readonly Attribute[];
}

const EXACT = { caseExact: true } as const;
const PRIMARY = 'True for the preferred one.';
const READ_ONLY = { mutability: 'readOnly' } as const;

export const USER_SCHEMA: Schema = {
  id: USER_URN,
  name: 'User',
  description: 'User Account: a person of the company',
  attributes: [
    text(
      'userName',
      'Name by which the person signs in. Without one, the e-mail address or the external id.',
      {
        required: true,
        uniqueness: 'server',
      },
    ),
    text('externalId', 'Id of the person in the identity provider.', EXACT),
    flag('active', 'True while the person works for the company.'),
    text('displayName', 'Name of the person, as it is shown.'),
    complex('name', 'Parts of the name, kept as they were sent, or made of the name of the person.', [
      text('formatted', 'Full name.'),
      text('givenName', 'Given name.'),
      text('familyName', 'Family name.'),
    ]),
    complex(
      'emails',
      'E-mail addresses. The primary one, else that of work, else the first is the address of the person.',
      [
        text('value', 'E-mail address.'),
        text('display', 'Address as it is shown.'),
        text('type', 'Kind of the address.', { canonicalValues: ['work', 'home', 'other'] }),
        flag('primary', PRIMARY),
      ],
      { multiValued: true },
    ),
    text('title', 'Title of the person.'),
    text('userType', 'Kind of the employment.'),
    text('preferredLanguage', 'Language of the person.'),
    text('locale', 'Locale of the person.'),
    complex(
      'phoneNumbers',
      'Telephone numbers.',
      [text('value', 'Telephone number.'), text('type', 'Kind of the number.'), flag('primary', PRIMARY)],
      { multiValued: true },
    ),
    complex(
      'addresses',
      'Postal addresses.',
      [
        text('formatted', 'The whole address.'),
        text('streetAddress', 'Street and number.'),
        text('locality', 'City.'),
        text('region', 'State or region.'),
        text('postalCode', 'Postal code.'),
        text('country', 'Country.'),
        text('type', 'Kind of the address.', { canonicalValues: ['work', 'home', 'other'] }),
        flag('primary', PRIMARY),
      ],
      { multiValued: true },
    ),
    complex(
      'groups',
      'Groups of the person.',
      [
        text('value', 'Id of the group.', { ...READ_ONLY, ...EXACT }),
        reference('$ref', 'Address of the group.', ['Group']),
        text('display', 'Name of the group.', READ_ONLY),
        text('type', 'Always `direct`.', { ...READ_ONLY, canonicalValues: ['direct'] }),
      ],
      { ...READ_ONLY, multiValued: true },
    ),
  ],
};

export const ENTERPRISE_SCHEMA: Schema = {
  id: ENTERPRISE_URN,
  name: 'EnterpriseUser',
  description: 'Enterprise User',
  attributes: [
    text('employeeNumber', 'Number of the person in the company.'),
    text('organization', 'Name of the organisation.'),
    text('department', 'Name of the area of the person. Another text is kept, and moves nobody.'),
    complex('manager', 'The manager of the person.', [
      text('value', 'Id of the manager.', EXACT),
      reference('$ref', 'Address of the manager.', ['User']),
      text('displayName', 'Name of the manager.', READ_ONLY),
    ]),
  ],
};

export const WORKFORCE_SCHEMA: Schema = {
  id: WORKFORCE_URN,
  name: 'WorkforceUser',
  description: 'Area, role and profile of a person. Areas, characteristics and values have names or ids.',
  attributes: [
    text('area', 'Area to which the person belongs.'),
    text('role', 'Role of the person.', { canonicalValues: ROLES }),
    text('managedAreas', 'Areas that the person manages.', { multiValued: true }),
    complex(
      'profile',
      'Answers to characteristics.',
      [text('characteristic', 'Characteristic.'), text('value', 'Value, node, or a date: YYYY-MM-DD.')],
      { multiValued: true },
    ),
  ],
};

/** The extensions of users. */
export const EXTENSIONS: readonly Schema[] = [ENTERPRISE_SCHEMA, WORKFORCE_SCHEMA];
export const USER_SCHEMAS: readonly Schema[] = [USER_SCHEMA, ...EXTENSIONS];

/**
 * Attributes of the RFC, and parts of them, that the service does not keep, because it needs none of them. Identity
 * providers send them by default, so they are accepted and dropped; others are refused where a PATCH names them.
 */
export const DROPPED_ATTRIBUTES: ReadonlySet<string> = new Set(
  [
    ...['entitlements', 'ims', 'nickName', 'password', 'photos', 'profileUrl', 'roles', 'timezone'],
    ...['x509Certificates', 'costCenter', 'division'],
    ...['name.honorificPrefix', 'name.honorificSuffix', 'name.middleName', 'phoneNumbers.display'],
  ].map((name) => name.toLowerCase()),
);

/** Attributes of every resource, which only the service writes. */
export const COMMON_ATTRIBUTES: ReadonlySet<string> = new Set(['id', 'meta', 'schemas', 'groups']);
