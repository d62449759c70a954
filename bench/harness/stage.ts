import type { FloorInput } from './become-floor.js';
import { Child } from './child.js';
import { Database } from './database.js';
import { Driver } from './driver.js';
import type { Service, ServiceInput } from './service.js';

const SERVICE = './service-process.ts';

/** A floor that has started. */
export interface FloorProcess {
  readonly url: string;
  readonly pid: number;
}

/** Everything that one bench has running: the service with its database, the driver, and the bench's floors. */
export class Stage {
  private constructor(
    readonly service: Service,
    readonly database: Database,
    readonly driver: Driver,
    private readonly children: Children,
    private readonly serviceProcess: Child,
  ) {}

  /**
   * Sets up a stage, plays on it, and clears it away, whether the play ends well, fails or is interrupted.
   * @param input - what the service is started with
   * @param interrupted - rejects when it is to end early
   */
  static async play<T>(
    input: ServiceInput,
    interrupted: Promise<never>,
    scene: (stage: Stage) => Promise<T>,
  ): Promise<T> {
    const children = new Children();
    let stage: Stage | undefined;
    const played = async (): Promise<T> => scene((stage = await Stage.setUp(input, children)));
    try {
      return await Promise.race([played(), interrupted, children.disturbed]);
    } finally {
      await stage?.database.close();
      await children.end();
    }
  }

  private static async setUp(input: ServiceInput, children: Children): Promise<Stage> {
    const { child, ready: service } = await children.start<Service>('service', SERVICE, input);
    const { child: driver } = await children.start('driver', './driver-process.ts', {});
    const database = await Database.connect(service.databaseUrl);
    return new Stage(service, database, new Driver(driver), children, child);
  }

  /** Asks the probe that the bench has put into the service. */
  askService<Answer>(question: string): Promise<Answer> {
    return this.serviceProcess.ask<Answer>(question);
  }

  /** Starts one more service, on a database of its own. */
  async startService(name: string): Promise<Service> {
    const { ready } = await this.children.start<Service>(name, SERVICE, {
      nodeArgs: [],
    } satisfies ServiceInput);
    return ready;
  }

  /**
   * Starts a process that answers questions of the bench.
   * @param file - a program that calls `becomeChild`
   */
  async startChild(name: string, file: URL, input: object = {}): Promise<Child> {
    const { child } = await this.children.start(name, file, input);
    return child;
  }

  /**
   * Starts a floor in a process of its own.
   * @param file - a program that calls `becomeFloor`
   * @returns where it answers
   */
  async startFloor<Input extends FloorInput>(name: string, file: URL, input: Input): Promise<string> {
    return (await this.startFloorProcess(name, file, input)).url;
  }

  /** Like {@link startFloor}, for a bench that looks at the process, too. */
  async startFloorProcess<Input extends FloorInput>(
    name: string,
    file: URL,
    input: Input,
  ): Promise<FloorProcess> {
    const { child, ready: url } = await this.children.start<string>(name, file, input);
    return { url, pid: child.pid };
  }
}

/** The processes of one stage. */
class Children {
  /** Rejects when one of them ends that was not told to. */
  readonly disturbed: Promise<never>;
  private readonly running: Child[] = [];
  private disturb: (error: unknown) => void = () => undefined;
  private isEnding = false;

  constructor() {
    this.disturbed = new Promise<never>((_, reject) => (this.disturb = reject));
    this.disturbed.catch(() => undefined);
  }

  /** @returns the child and what it tells when it is ready */
  async start<Ready>(
    name: string,
    file: URL | string,
    input: object,
  ): Promise<{ child: Child; ready: Ready }> {
    if (this.isEnding) throw new Error('the stage is being cleared');
    const child = Child.start(name, new URL(file, import.meta.url));
    child.lost.catch(this.disturb);
    this.running.push(child);
    return { child, ready: await child.ask<Ready>(input) };
  }

  /** Ends the floors before the service, whose database they use. */
  async end(): Promise<void> {
    this.isEnding = true;
    for (const child of this.running.reverse()) await child.end();
  }
}
