import { ERRORS_PATH, type DocumentTexts } from './platform/http/openapi/document.js';
import { CREDENTIALS } from './platform/http/permission.js';

const DESCRIPTION = `Engagement backend for companies, their managers and their HR systems.

**Credentials.** The company area takes a session id in the header \`${CREDENTIALS.session.header}\`, the public API a key in the header \`${CREDENTIALS.apiKey.header}\`. Users get a session when they sign in; an operator issues both with the command \`wes\`.

**Bodies** are JSON in UTF-8 of at most 1 MiB, unless the operation says more, nested at most 32 levels. Properties that are not part of a schema are refused; an optional property that is \`null\` counts as absent, unless its operation says that it clears. Lengths are counted in Unicode code points. Dates are answered in RFC 3339, UTC.

**Errors** are problem documents (RFC 9457) with a stable \`errorCode\`; the 412 of templates has the template instead, with the same \`errorCode\`. Each operation names its codes, and [the list of error codes](/${ERRORS_PATH}) says what they mean and what to do.

**Every answer** carries \`X-Request-Id\`: the one that was sent, or a new one.`;

const CHANGES =
  'What changed after a cursor. Take a cursor, read everything once, and follow the cursor from then on. Nothing is ' +
  'missed: a change appears when its transaction is committed, in the order of the company. An object that ' +
  'changed several times appears once, as it is now; one may appear again without being different. On 410 begin ' +
  'again: a cursor expires after `CHANGES_RETENTION` (30 days unless the deployment says otherwise), and when the ' +
  'database has lost changes that were read with it. A cursor belongs to the company, the kinds, and the user or the ' +
  'scopes.';

/** The introduction of `docs/errors.md`. */
const ERRORS = `# Error codes

Every error is a problem document (RFC 9457, \`application/problem+json\`). Its \`errorCode\` is stable: programs should compare it, and not \`detail\`, which is for people. The 412 of templates has the same \`errorCode\`, \`detail\`, \`errors\` and \`requestId\` beside the template as it was sent.

\`errors\` names each invalid property by its path (such as \`profile[0].valueId\`), with a code and a message, at most 100 of them.`;

/** The description and the tags of the document. A test fails for an operation whose tag is not here. */
export const API_TEXTS: DocumentTexts = {
  description: DESCRIPTION,
  tags: [
    [
      'Sign-in',
      'Sessions for users, by the identity provider of their company or by a code in a mail. An operator says which of ' +
        'these a company allows: `wes company set`.',
    ],
    ['Announcement templates', 'The catalogue that all companies share.'],
    ['Action plans', 'Plans of a company with their improvement actions.'],
    ['Actions', 'The actions of a plan, the people who carry them out, and the actions of the caller.'],
    ['Notes', 'Comments on actions, shared or private.'],
    ['Users', 'Those who sign in: to show who made something, and for admins to make and change them.'],
    ['API keys', 'The keys of the systems of a company, for its admins.'],
    ['Look-ups', 'The caller, and the people, areas and groups that a client shows and offers to choose.'],
    ['Employees', 'The people of a company, for its HR systems.'],
    ['People', 'The data of a person: given to them, erased, or kept from removal.'],
    ['Segmentation', 'What the people of a company are divided by: areas, groups and characteristics.'],
    ['Timesheets', 'Recorded working times of a company, for its HR systems.'],
    ['Changes', CHANGES],
    ['Webhooks', 'Addresses that are told of changes, so that they need not ask.'],
    ['Reminders', 'The mails that a company sends about plans, and those that people want.'],
    ['Audit', 'Who changed what in a company.'],
    ['Operation', 'For balancers and orchestrators.'],
  ],
  errors: ERRORS,
};
