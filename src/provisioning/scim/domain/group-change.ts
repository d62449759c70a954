/** A group as SCIM shows it, without its members. */
export interface ScimGroup {
  readonly id: string;
  readonly name: string;
  readonly externalId?: string;
}

/** The members that a request adds and removes, in the order of its operations. */
export class MemberChange {
  private readonly toAdd = new Set<string>();
  private readonly toRemove = new Set<string>();
  private isReplaced = false;

  add(ids: readonly string[]): void {
    for (const id of ids) {
      this.toRemove.delete(id);
      this.toAdd.add(id);
    }
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) {
      this.toAdd.delete(id);
      this.toRemove.add(id);
    }
  }

  replace(ids: readonly string[]): void {
    this.isReplaced = true;
    this.toRemove.clear();
    this.toAdd.clear();
    this.add(ids);
  }

  get added(): readonly string[] {
    return [...this.toAdd];
  }

  /** The members who leave. @param isMember - of the group before */
  removed(members: readonly string[]): readonly string[] {
    return this.isReplaced ? members.filter((id) => !this.toAdd.has(id)) : [...this.toRemove];
  }

  /** True where the members before must be known. */
  get isReplacing(): boolean {
    return this.isReplaced;
  }

  get size(): number {
    return this.toAdd.size + this.toRemove.size;
  }
}

/** The changes of a request. Null removes the external id. */
export interface GroupChange {
  readonly name?: string;
  readonly externalId?: string | null;
  readonly members: MemberChange;
}
