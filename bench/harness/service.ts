/** What the process of the service is started with. */
export interface ServiceInput {
  /** Options of Node.js, like `--cpu-prof`. */
  readonly nodeArgs: readonly string[];
  /** Address of a module that is loaded before the service and answers questions over the channel to its parent. */
  readonly probe?: string;
}

/** A running service with the demo data, and what it takes to call it. */
export interface Service {
  /** Of the process that answers requests. */
  readonly pid: number;
  readonly baseUrl: string;
  /** Of the first demo company, from the box that the service prints when it is ready. */
  readonly adminSessionId: string;
  readonly managerSessionId: string;
  readonly apiKey: string;
  readonly databaseUrl: string;
}
