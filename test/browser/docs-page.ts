import type { Locator, Page } from 'playwright-core';

const SCHEMA_TITLE = '.json-schema-2020-12__title';

/** An answer as Swagger UI shows it. */
export interface ShownAnswer {
  readonly status: number;
  /** Read from the JSON text. */
  readonly body: unknown;
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

  /** Folds the operation: a page with many answers is slow. */
  async fold(): Promise<void> {
    await this.block.locator('.opblock-summary-control').click();
    await this.shown.waitFor({ state: 'detached' });
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

  private get shown(): Locator {
    return this.block.locator('.live-responses-table');
  }

  private bodyField(): Locator {
    return this.block.locator('textarea.body-param__text');
  }
}

/** Swagger UI at `/docs`. */
export class DocsPage {
  private constructor(private readonly page: Page) {}

  static async open(page: Page): Promise<DocsPage> {
    await page.goto('/docs');
    await page.locator('.opblock').first().waitFor();
    return new DocsPage(page);
  }

  /** The operations in the order of the page, each with its tag. */
  async operations(): Promise<{ tag: string; method: string; path: string | null; summary: string }[]> {
    const tags = await this.page.locator('.opblock-tag-section').all();
    const groups = tags.map(async (section) => {
      const tag = (await section.locator('.opblock-tag').getAttribute('data-tag')) ?? '';
      const blocks = await section.locator('.opblock').all();
      return Promise.all(
        blocks.map(async (block) => ({
          tag,
          method: (await block.locator('.opblock-summary-method').innerText()).toLowerCase(),
          path: await block.locator('.opblock-summary-path').getAttribute('data-path'),
          summary: await block.locator('.opblock-summary-description').innerText(),
        })),
      );
    });
    return (await Promise.all(groups)).flat();
  }

  /** The field that filters operations by their tag. */
  filterBox(): Locator {
    return this.page.locator('.operation-filter-input');
  }

  /** Unfolds the schemas, which are folded at first. */
  async unfoldSchemas(): Promise<void> {
    await this.page.locator('section.models:not(.is-open) .models-control').click();
    await this.schemaArticles().first().waitFor();
  }

  /** The names of the schemas in the order of the page. */
  schemas(): Promise<string[]> {
    return this.schemaArticles().locator(`> .json-schema-2020-12-head ${SCHEMA_TITLE}`).allInnerTexts();
  }

  /** The properties of a schema, which is unfolded. */
  async properties(schema: string): Promise<string[]> {
    const title = this.page.locator(SCHEMA_TITLE).getByText(schema, { exact: true });
    const article = this.schemaArticles().filter({ has: title });
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

  /** Unfolds an operation, ready to be tried out. */
  async operation(tag: string, operationId: string): Promise<OperationPanel> {
    const block = this.page.locator(`#operations-${tag.replaceAll(' ', '_')}-${operationId}`);
    await block.locator('.opblock-summary-control').click();
    await block.getByRole('button', { name: 'Execute' }).waitFor();
    return new OperationPanel(block);
  }

  private schemaArticles(): Locator {
    return this.page.locator('section.models > div > article');
  }
}
