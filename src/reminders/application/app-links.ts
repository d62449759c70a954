/** Addresses of plans and actions in the managers' app. */
export class AppLinks {
  /** @param template - the setting `APP_URL`; undefined where there is no app to link to */
  constructor(private readonly template: string | undefined) {}

  toAction(planId: string, actionId: string): string | undefined {
    const ids: Readonly<Record<string, string>> = { planId, actionId };
    return this.template?.replace(/\{(planId|actionId)\}/g, (_, name: string) =>
      encodeURIComponent(ids[name] ?? ''),
    );
  }

  /** The address of the plan itself, where the id of an action is empty. */
  toPlan(planId: string): string | undefined {
    return this.toAction(planId, '');
  }
}
