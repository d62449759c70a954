import { randomBytes } from 'node:crypto';

/** Values that only the person has, each of which is found nowhere else. */
const PERSONAL = [
  ...(['name', 'mail', 'number', 'formername', 'formermail'] as const),
  ...(['csvname', 'csvnote', 'badname', 'badmail', 'badday', 'bulkname', 'bulkbad'] as const),
  ...(['username', 'scimnumber', 'givenname', 'familyname', 'middlename', 'formatted', 'homemail'] as const),
  ...(['employeenumber', 'department', 'nickname', 'street', 'phone', 'title', 'password'] as const),
  ...(['membername'] as const),
  ...(['worktime', 'workreason', 'deletedreason', 'importedtime', 'importreason'] as const),
  ...(['requestbody', 'requestquery', 'requestpath', 'agent', 'idempotency'] as const),
  ...(['receiver', 'mailserver', 'webhook', 'accessmail', 'scimfilter'] as const),
] as const;

/** Texts that the person wrote for the company, which stay. */
const WRITTEN = ['plantitle', 'plantext', 'actiontitle', 'notetext'] as const;

export type PersonalLabel = (typeof PERSONAL)[number];
export type WrittenLabel = (typeof WRITTEN)[number];

/** Values by their label: small letters and digits, so that no form of writing changes them. */
export type Values<Label extends string> = Readonly<Record<Label, string>>;

function values<Label extends string>(labels: readonly Label[]): Values<Label> {
  return Object.fromEntries(
    labels.map((label) => [label, `zqx${label}${randomBytes(4).toString('hex')}`]),
  ) as Values<Label>;
}

/** A person of values that nobody else has. */
export class Canary {
  readonly personal = values(PERSONAL);
  readonly written = values(WRITTEN);
  /** Of the requests of the person. */
  readonly address = '203.0.113.77';

  /** An e-mail address with a value. */
  mail(label: PersonalLabel): string {
    return `${this.personal[label]}@example.com`;
  }

  /** Every value that must be gone after an erasure. */
  get secrets(): readonly string[] {
    return [...Object.values(this.personal), this.address];
  }
}
