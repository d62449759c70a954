import type { Browser, Page } from 'playwright-core';
import { exportMail } from '../../src/action-plans/exports/application/export-mail.js';
import type { ReminderMail } from '../../src/reminders/application/reminder-mail.js';
import { renderReminderMail } from '../../src/reminders/application/render-reminder-mail.js';
import { READER_LANGUAGES } from '../../src/shared-kernel/reader-language.js';
import { BROWSER_START_LIMIT_MS, openBrowser } from '../support/browser.js';
import {
  changedPlan,
  digest,
  listed,
  mailedAction,
  reminderMail,
} from '../support/builders/reminder-mail.js';

const APP_URL = 'https://app.example.com/plans/{planId}?action={actionId}';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
}, BROWSER_START_LIMIT_MS);
afterAll(async () => {
  await (browser as Browser | undefined)?.close();
});

const called = (defaultValue: string, dueDay?: string, plan?: string) =>
  mailedAction({
    title: { defaultValue },
    ...(dueDay === undefined ? {} : { dueDay }),
    ...(plan === undefined ? {} : { planTitle: { defaultValue: plan } }),
  });

/** Titles of ordinary and of the worst kinds. */
const MORNING = {
  to: { name: 'Begoña Etxebarría', address: 'bego@example.com' },
  overdue: listed([
    called('Late breakfast until noon', '2027-03-26', 'Calmer Sundays'),
    called('Rinderkennzeichnungsfleischetikettierung'.repeat(4), '2027-03-27', 'x'.repeat(255)),
  ]),
  dueSoon: listed([called('Übergabe am Empfang <b>neu</b> regeln', '2027-03-31', 'مرحبا بالجميع')], 12),
  assigned: listed([
    called('استبيان الموظفين 2027'),
    called('Ask the night shift what they need', '2027-04-30'),
  ]),
} satisfies Partial<ReminderMail>;

const WEEK = digest({
  overdue: listed([called('Order quieter trolleys', '2027-03-22', 'Calmer Sundays')]),
  dueThisWeek: listed([called('Publish the April rota', '2027-04-01', 'Fair rotas')], 3),
  completedLastWeek: listed([called('One team on call, not two', undefined, 'Calmer Sundays')]),
  changedByOthers: listed([
    changedPlan({ title: { defaultValue: 'Fair rotas' }, changes: 1 }),
    changedPlan({ title: { defaultValue: 'A kitchen without waste' }, changes: 14 }),
  ]),
});

const MAILS: Record<string, Partial<ReminderMail>> = {
  assigned: { assigned: MORNING.assigned },
  morning: { ...MORNING, digest: WEEK },
};

/** In the order in which they are shown. */
function titlesOf({ overdue, dueSoon, assigned, digest: week }: ReminderMail): string[] {
  const managed = week && [week.overdue, week.dueThisWeek, week.completedLastWeek, week.changedByOthers];
  return [overdue, dueSoon, assigned, ...(managed ?? [])].flatMap(({ entries }) =>
    entries.map(({ title }) => title.defaultValue),
  );
}

/** Opens the mail as a program without a connection would, and notes what it asks for. */
async function open(html: string, width: number, colorScheme: 'light' | 'dark'): Promise<[Page, string[]]> {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.setContent(html);
  return [page, requests];
}

describe.each(READER_LANGUAGES)('a reminder in %s', (language) => {
  it.each(
    Object.keys(MAILS).flatMap((kind) =>
      [320, 700].flatMap((width) => [
        { kind, width, scheme: 'light' as const },
        { kind, width, scheme: 'dark' as const },
      ]),
    ),
  )('($kind) fits into $width px in $scheme colours', async ({ kind, width, scheme }) => {
    const mail = reminderMail({ ...MAILS[kind], language });
    const { html, subject } = renderReminderMail(mail, APP_URL, 'example.com');
    const [page, requests] = await open(html, width, scheme);
    try {
      expect(await page.title()).toBe(subject);
      expect(await page.evaluate('document.documentElement.lang')).toBe(language);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      const links = page.getByRole('listitem').getByRole('link');
      expect(await links.allInnerTexts()).toEqual(titlesOf(mail));
      for (const link of await links.all()) expect(await link.isVisible()).toBe(true);
      expect(await lowContrasts(page)).toEqual([]);
      expect(requests).toEqual([]);
    } finally {
      await page.close();
    }
  });
});

describe.each(READER_LANGUAGES)('the mail of an export in %s', (language) => {
  it.each(['light', 'dark'] as const)('fits into 320 px in %s colours', async (scheme) => {
    const { html, subject } = exportMail(
      {
        exportId: '665f1c2ab7e4d90012ab34cd',
        to: { name: 'Begoña Etxebarría', address: 'bego@example.com' },
        language,
        timeZone: 'Europe/Madrid',
        planTitle: { defaultValue: 'x'.repeat(255) },
        link: 'https://wes.example.com/exports/abc',
        expiresAt: new Date('2027-03-29T10:00:00Z'),
      },
      'example.com',
    );
    const [page, requests] = await open(html, 320, scheme);
    try {
      expect(await page.title()).toBe(subject);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
      expect(await page.getByRole('link').isVisible()).toBe(true);
      expect(await lowContrasts(page)).toEqual([]);
      expect(requests).toEqual([]);
    } finally {
      await page.close();
    }
  });
});

/** Texts whose contrast with their background is below 4.5 (WCAG AA). */
function lowContrasts(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const parse = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const luminance = (colour) => {
      const [r, g, b] = parse(colour)
        .map((v) => v / 255)
        .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const backgroundOf = (element) => {
      for (let each = element; each; each = each.parentElement) {
        const colour = getComputedStyle(each).backgroundColor;
        if ((parse(colour)[3] ?? 1) === 1) return colour;
      }
      return 'rgb(255, 255, 255)';
    };
    const low = [];
    for (const element of document.body.querySelectorAll('*')) {
      if (![...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')) continue;
      const [a, b] = [getComputedStyle(element).color, backgroundOf(element)].map(luminance).sort((x, y) => y - x);
      if ((a + 0.05) / (b + 0.05) < 4.5) low.push(element.outerHTML);
    }
    return low;
  })()`);
}
