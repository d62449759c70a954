import { Child } from './child.js';
import type { BaselineInput } from '../baselines/become-baseline.js';
import type { SqlBaselineInput } from '../baselines/sql.js';
import type { Service, ServiceInput } from './service-process.js';

const SQL_BASELINE = new URL('../baselines/sql.ts', import.meta.url);

/** The processes of one bench: the service with its database, the driver, and what the bench starts. */
export class Stage {
  service!: Service;
  /** Sends requests from a process of its own, so that it does not share an event loop with a target. */
  driver!: Child;
  private readonly disturbed: Promise<never>;
  private disturb!: (error: unknown) => void;
  private readonly children: Child[] = [];
  private serviceProcess!: Child;
  private isEnding = false;

  private constructor() {
    this.disturbed = new Promise<never>((_, reject) => (this.disturb = reject));
    this.disturbed.catch(() => undefined);
  }

  /**
   * Runs a bench and ends all processes afterwards, also after an error.
   * @param interrupted - rejects when the bench is to end early
   */
  static async use<T>(
    input: ServiceInput,
    interrupted: Promise<never>,
    work: (stage: Stage) => Promise<T>,
  ): Promise<T> {
    const stage = new Stage();
    const run = async (): Promise<T> => {
      await stage.open(input);
      return work(stage);
    };
    try {
      return await Promise.race([run(), interrupted, stage.disturbed]);
    } finally {
      await stage.end();
    }
  }

  /** Asks the probe of the bench inside of the service. */
  askService<Answer>(): Promise<Answer> {
    return this.serviceProcess.ask<Answer>('read');
  }

  /** Starts another service with a database of its own. */
  async startService(name: string, input: ServiceInput = {}): Promise<Service> {
    return (await this.start<Service>(name, new URL('./service-process.ts', import.meta.url), input)).ready;
  }

  /** Starts a baseline that runs one statement per request. @returns its URL */
  startBaseline(input: Omit<SqlBaselineInput, 'databaseUrl'>): Promise<string> {
    return this.startBaselineFrom<SqlBaselineInput>(SQL_BASELINE, input);
  }

  /** Starts a program that calls `becomeBaseline`. @returns its URL */
  async startBaselineFrom<Input extends BaselineInput>(
    file: URL,
    input: Omit<Input, 'databaseUrl'>,
  ): Promise<string> {
    const { databaseUrl } = this.service;
    return (await this.start<string>('baseline', file, { ...input, databaseUrl })).ready;
  }

  /** Starts a program that calls `becomeChild`. */
  async start<Ready>(name: string, file: URL, input: object = {}): Promise<{ child: Child; ready: Ready }> {
    if (this.isEnding) throw new Error('the bench ends');
    const child = Child.start(name, file);
    child.lost.catch(this.disturb);
    this.children.push(child);
    return { child, ready: await child.ask<Ready>(input) };
  }

  private async open(input: ServiceInput): Promise<void> {
    const { child, ready } = await this.start<Service>(
      'service',
      new URL('./service-process.ts', import.meta.url),
      input,
    );
    this.serviceProcess = child;
    this.service = ready;
    this.driver = (await this.start('driver', new URL('./driver-process.ts', import.meta.url))).child;
  }

  /** Ends the baselines before the service, whose database they use. */
  private async end(): Promise<void> {
    this.isEnding = true;
    for (const child of this.children.reverse()) await child.end();
  }
}
