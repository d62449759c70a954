/** People of a company who are under a legal hold, by everything by which rows refer to them. */
export interface HeldPeople {
  readonly employeeIds: readonly string[];
  readonly userIds: readonly string[];
  /** Folded by `foldEmail`. */
  readonly emailKeys: readonly string[];
  readonly externalIds: readonly string[];
}

/** The records of a company that are older than a time, but for those about people who are held. */
export interface Expiry {
  readonly companyId: string;
  readonly before: Date;
  readonly held: HeldPeople;
}

/** Expired records: how many, and the ids of the first ones. */
export interface ExpiredRecords {
  readonly count: number;
  readonly firstIds: readonly string[];
}

/** Removes expired records of a kind (GDPR, Article 5 (1) e). */
export abstract class Retention {
  /** @param mostIds - ids that are wanted, from the oldest record on */
  abstract preview(expiry: Expiry, mostIds: number): Promise<ExpiredRecords>;

  /**
   * Removes the oldest, in a transaction of its own. Several processes may do this at the same time.
   * @returns how many; fewer than the limit if there are no more
   */
  abstract remove(expiry: Expiry, limit: number): Promise<number>;
}
