import { RecipientStore } from '../../src/reminders/application/recipient.store.js';
import { WishesLinks, type Wishes } from '../../src/reminders/index.js';
import { UnitOfWork } from '../../src/shared-kernel/unit-of-work.js';
import type { TestApp } from './test-app.js';

/** A recipient of mails, with the link of the mails. */
export interface LinkedRecipient {
  readonly companyId: string;
  readonly id: string;
  readonly link: string;
  readonly token: string;
}

let sequence = 0;

/** Adds a recipient to a company, with a new address unless one is given. */
export async function linkedRecipient(
  { app }: TestApp,
  companyId: string,
  emailKey = `recipient-${++sequence}@example.com`,
): Promise<LinkedRecipient> {
  const recipients = app.get(RecipientStore, { strict: false });
  const { id } = await app
    .get(UnitOfWork)
    .run((transaction) => recipients.lock(companyId, emailKey, transaction));
  const link = await app.get(WishesLinks, { strict: false }).urlFor(companyId, { id });
  return { companyId, id, link, token: link.split('/').at(-1)! };
}

export async function storedWishes(app: TestApp, { companyId, id }: LinkedRecipient): Promise<Wishes> {
  const [row] = await app.sql<Wishes & Record<string, unknown>>(
    'SELECT reminders, digest FROM reminder_recipient WHERE company_id = $1 AND id = $2',
    [companyId, id],
  );
  return row!;
}
