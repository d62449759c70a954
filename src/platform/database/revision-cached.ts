import type { Revisions, Topic } from './revisions.js';

/** One value kept in memory for as long as its topic's revision stands. Concurrent callers share one load. */
export class RevisionCached<T> {
  private kept: { readonly revision: number; readonly value: T } | undefined;
  private loading: Promise<void> | undefined;

  /** @param load - reads the value from the database */
  constructor(
    private readonly revisions: Revisions,
    private readonly topic: Topic,
    private readonly load: () => Promise<T>,
  ) {}

  /** The value as of the topic's current revision. */
  async get(): Promise<T> {
    const revision = await this.revisions.current(this.topic);
    // A load that began before the revision moved may bring the older value: then another one follows.
    while (!this.kept || this.kept.revision < revision) {
      this.loading ??= this.loadAt(revision).finally(() => (this.loading = undefined));
      await this.loading;
    }
    return this.kept.value;
  }

  /** What is read after the revision is at least as new as the revision. */
  private async loadAt(revision: number): Promise<void> {
    this.kept = { revision, value: await this.load() };
  }
}
