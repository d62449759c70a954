import type { Locator, Page } from 'playwright-core';

const SCHEMA_TITLE = '.json-schema-2020-12__title';

/** An answer as Swagger UI shows it. */
export interface ShownAnswer {
  readonly status: number;
  /** Read from the JSON text. */
  readonly body: unknown;
}

/** The OpenAPI document of the page, as far as the tests read it. */
export interface DocsDocument {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Record<
    string,
    Record<string, { readonly operationId: string; readonly tags: string[]; readonly summary: string }>
  >;
  readonly components: { readonly schemas: Record<string, { readonly properties: object }> };
}

/** One operation of the page, unfolded. */
export class OperationPanel {
  constructor(private readonly block: Locator) {}

  /** The body that will be sent; Swagger UI fills it with the example of the document. */
  async body<Body>(): Promise<Body> {
    return JSON.parse(await this.bodyField().inputValue()) as Body;
  }

  async fillBody(body: unknown): Promise<void> {
    await this.bodyField().fill(JSON.stringify(body, null, 2));
  }

  async fillParameter(name: string, value: string): Promise<void> {
    await this.block.getByPlaceholder(name, { exact: true }).fill(value);
  }

  /** Sends the request; the answer to an earlier one is taken off the page before. */
  async execute(): Promise<ShownAnswer> {
    const status = await this.executeForStatus();
    const text = await this.shown.locator('.highlight-code code').innerText();
    return { status, body: JSON.parse(text) as unknown };
  }

  /** Like {@link execute}, for an answer that may have no body. */
  async executeForStatus(): Promise<number> {
    const clear = this.block.getByRole('button', { name: 'Clear' });
    if (await clear.isVisible()) {
      await clear.click();
      await this.shown.waitFor({ state: 'detached' });
    }
    await this.block.getByRole('button', { name: 'Execute' }).click();
    return parseInt(await this.shown.locator('tbody .response-col_status').innerText(), 10);
  }

  /** Pixels of the unfolded operation. */
  async height(): Promise<number> {
    return (await this.block.boundingBox())!.height;
  }

  /** Shows the schema, the examples and the headers of a documented error. */
  async unfoldAnswer(status: number): Promise<void> {
    await this.documented(status).getByRole('button', { name: 'Unfold' }).click();
    await this.documented(status).locator('.model-example').waitFor();
  }

  /** A documented answer, as text. */
  shownAnswer(status: number): Promise<string> {
    return this.documented(status).innerText();
  }

  private documented(status: number): Locator {
    return this.block.locator(`tr.response[data-code="${status}"]`);
  }

  private get shown(): Locator {
    return this.block.locator('.live-responses-table');
  }

  private bodyField(): Locator {
    return this.block.locator('textarea.body-param__text');
  }
}

/** The global variable that the page of `@nestjs/swagger` sets. */
interface SwaggerWindow {
  readonly ui: { readonly specActions: { updateJsonSpec(document: object): void } };
}

/** Those of the schemas that a part of the document refers to, directly or through others. */
function referredSchemas(
  part: object,
  schemas: DocsDocument['components']['schemas'],
  found: DocsDocument['components']['schemas'] = {},
): DocsDocument['components']['schemas'] {
  for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (name! in found) continue;
    found[name!] = schemas[name!]!;
    referredSchemas(found[name!]!, schemas, found);
  }
  return found;
}

const ROUNDS_WITHOUT_SCHEMA = 5;
const MOST_SCREENS = 100;

interface ShownOperation {
  readonly tag: string;
  readonly method: string;
  readonly path: string | null;
  readonly summary: string;
}

/** By their ids, which are `operations-TAG-OPERATION`. Messages of webhooks have no operation of the API. */
const SHOWN_OPERATIONS = `Object.fromEntries(
  [...document.querySelectorAll('.opblock[id^="operations-"]')]
    .filter((block) => !block.closest('.webhooks') && block.querySelector('.opblock-summary-path'))
    .map((block) => [block.id, {
      tag: block.id.slice('operations-'.length, block.id.lastIndexOf('-')).replaceAll('_', ' '),
      method: block.querySelector('.opblock-summary-method').innerText.toLowerCase(),
      path: block.querySelector('.opblock-summary-path').getAttribute('data-path'),
      summary: block.querySelector('.opblock-summary-description').innerText,
    }]))`;

/** Swagger UI at `/docs`. */
export class DocsPage {
  private constructor(private readonly page: Page) {}

  static async open(page: Page): Promise<DocsPage> {
    await page.goto('/docs');
    await page.locator('.opblock').first().waitFor();
    return new DocsPage(page);
  }

  /** The operations in the order of the page, each with its tag. Of many, the page draws those that are in sight. */
  async operations(): Promise<ShownOperation[]> {
    const seen = new Map<string, ShownOperation>();
    await this.page.evaluate('scrollTo(0, 0)');
    for (let isAtEnd = false; !isAtEnd;) {
      await this.page.waitForTimeout(100); // the page draws what has come into sight
      const shown = await this.page.evaluate<Record<string, ShownOperation>>(SHOWN_OPERATIONS);
      for (const [id, operation] of Object.entries(shown)) if (!seen.has(id)) seen.set(id, operation);
      isAtEnd = await this.page.evaluate<boolean>(
        '(() => { const before = scrollY; scrollBy(0, innerHeight); return scrollY === before; })()',
      );
    }
    return [...seen.values()];
  }

  /**
   * Leaves some operations on the page, with the schemas that they refer to. For every operation that is unfolded,
   * Swagger UI resolves the references of the whole document, which takes most of the time.
   */
  async reduceTo(document: DocsDocument, operationIds: readonly string[]): Promise<void> {
    const { schemas: all, ...shared } = document.components;
    const kept = Object.entries(document.paths).map(([path, verbs]) => [
      path,
      Object.fromEntries(
        Object.entries(verbs).filter(([, { operationId }]) => operationIds.includes(operationId)),
      ),
    ]);
    const paths = Object.fromEntries(kept) as DocsDocument['paths'];
    const schemas = referredSchemas({ paths, shared }, all);
    await this.page.evaluate(
      (reduced) => (globalThis as unknown as SwaggerWindow).ui.specActions.updateJsonSpec(reduced),
      { ...document, paths, webhooks: {}, components: { ...shared, schemas } },
    );
    await this.page.locator('.opblock').nth(operationIds.length).waitFor({ state: 'detached' });
  }

  /** The field that filters operations. */
  filterBox(): Locator {
    return this.page.locator('.operation-filter-input');
  }

  /** Unfolds the schemas, which are folded at first. */
  async unfoldSchemas(): Promise<void> {
    await this.page.locator('section.models:not(.is-open) .models-control').click();
    await this.schemaArticles().first().waitFor();
  }

  /** The names of the schemas in the order of the page, which only has those that are near the view. */
  async schemas(): Promise<string[]> {
    const articles = this.schemaArticles();
    if ((await articles.count()) === 0) return [];
    const names = new Set<string>();
    for (let rounds = 0; rounds < ROUNDS_WITHOUT_SCHEMA; rounds++) {
      const seen = names.size;
      const titles = articles.locator(`> .json-schema-2020-12-head ${SCHEMA_TITLE}`);
      for (const name of await titles.allInnerTexts()) names.add(name);
      if (names.size > seen) rounds = 0;
      await articles.last().scrollIntoViewIfNeeded();
      await this.page.waitForTimeout(100);
    }
    return [...names];
  }

  /** The properties of a schema, which is unfolded. It is above the view. */
  async properties(schema: string): Promise<string[]> {
    const title = this.page.locator(SCHEMA_TITLE).getByText(schema, { exact: true });
    const article = this.schemaArticles().filter({ has: title });
    for (let screens = 0; screens < MOST_SCREENS && (await article.count()) === 0; screens++) {
      await this.schemaArticles().first().scrollIntoViewIfNeeded();
      await this.page.waitForTimeout(100);
    }
    await article.locator('.json-schema-2020-12-accordion').first().click();
    const properties = article.locator(`.json-schema-2020-12-property ${SCHEMA_TITLE}`);
    await properties.first().waitFor();
    return properties.allInnerTexts();
  }

  /** Gives the credential of a security scheme in the dialog. */
  async authorise(scheme: string, value: string): Promise<void> {
    await this.page.locator('.scheme-container').getByRole('button', { name: 'Authorize' }).click();
    const container = this.page.locator('.auth-container').filter({ hasText: scheme });
    await container.getByRole('textbox').fill(value);
    await container.getByRole('button', { name: 'Apply credentials' }).click();
    await container.getByRole('heading', { name: 'Authorized', exact: true }).waitFor();
    await container.getByRole('button', { name: 'Close' }).click();
    await this.page.locator('.dialog-ux').waitFor({ state: 'detached' });
  }

  /** The dialog of "Sign in". */
  signInDialog(): Locator {
    return this.page.getByRole('dialog', { name: 'Sign in' });
  }

  /** A button beside "Authorize". */
  signInButton(name: 'Sign in' | 'Sign out'): Locator {
    return this.page.locator('.scheme-container').getByRole('button', { name, exact: true });
  }

  /** Opens the dialog, and asks for a code. */
  async askForCode(email: string): Promise<void> {
    await this.signInButton('Sign in').click();
    await this.signInDialog().getByLabel('E-mail address').fill(email);
    await this.signInDialog().getByRole('button', { name: 'Send a code' }).click();
    await this.signInDialog().getByLabel('Code').waitFor();
  }

  async sendCode(code: string): Promise<void> {
    await this.signInDialog().getByLabel('Code').fill(code);
    await this.signInDialog().getByRole('button', { name: 'Sign in' }).click();
  }

  /** Ends the session. */
  async signOut(): Promise<void> {
    await this.signInButton('Sign out').click();
    await this.signInButton('Sign in').waitFor();
  }

  /** Unfolds an operation, ready to be tried out. */
  async operation(tag: string, operationId: string): Promise<OperationPanel> {
    const block = this.page.locator(`#operations-${tag.replaceAll(' ', '_')}-${operationId}`);
    await block.locator('.opblock-summary-control').click();
    await block.getByRole('button', { name: 'Execute' }).waitFor();
    return new OperationPanel(block);
  }

  private schemaArticles(): Locator {
    return this.page.locator('section.models article[data-json-schema-level="0"]');
  }
}
