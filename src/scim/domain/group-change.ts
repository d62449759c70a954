/** A group as SCIM shows it, without its members. */
export interface ScimGroup {
  readonly id: string;
  readonly name: string;
  readonly externalId?: string;
}

/** A member of a group, as a request names it. */
export interface NewMember {
  readonly id: string;
  /** The name that the group shows; absent for that of the person. */
  readonly name?: string;
}

/** The members that a request adds and removes, in the order of its operations. */
export class MemberChange {
  private readonly toAdd = new Map<string, NewMember>();
  private readonly toRemove = new Set<string>();
  private isReplaced = false;

  add(members: readonly NewMember[]): void {
    for (const member of members) {
      this.toRemove.delete(member.id);
      this.toAdd.set(member.id, member);
    }
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) {
      this.toAdd.delete(id);
      this.toRemove.add(id);
    }
  }

  replace(members: readonly NewMember[]): void {
    this.isReplaced = true;
    this.toRemove.clear();
    this.toAdd.clear();
    this.add(members);
  }

  get added(): readonly NewMember[] {
    return [...this.toAdd.values()];
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
