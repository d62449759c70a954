import type { Revisions, Topic } from './revisions.js';

/** A value and the revision at which it was read, both seen by one statement. */
export interface Revised<T> {
  readonly revision: number;
  readonly value: T;
}

/** One value kept in memory for as long as its topic's revision stands. Concurrent callers share one load. */
export class RevisionCached<T> {
  private kept: Revised<T> | undefined;
  private loading: Promise<Revised<T>> | undefined;

  constructor(
    private readonly revisions: Revisions,
    private readonly topic: Topic,
    private readonly load: () => Promise<Revised<T>>,
  ) {}

  /** The value as of the topic's current revision. */
  async get(): Promise<T> {
    const revision = await this.revisions.current(this.topic);
    // A load that began before the revision moved may bring the older value: then one more follows it.
    while (!this.kept || this.kept.revision < revision) {
      this.loading ??= this.load().finally(() => (this.loading = undefined));
      const loaded = await this.loading;
      if (!this.kept || loaded.revision >= this.kept.revision) this.kept = loaded;
    }
    return this.kept.value;
  }
}
