import { actionPath, PLANS } from './builders/plan.js';
import { DOCUMENTED_REQUESTS } from './documented-requests.js';
import type { LargestBodies } from './largest-bodies.js';

/** A plan that takes no other action. */
export interface FullPlan {
  readonly planId: string;
  readonly actionId: string;
  readonly noteId: string;
  readonly actions: number;
  /** The code of the refusal; undefined if nothing was refused. */
  readonly refusal: string | undefined;
}

/** A refusal comes long before. */
const MOST_ACTIONS = 60;

/** As many as a page of the audit may have. */
const RECORDS = 100;

/** Sends a request with a body. */
export type Send = (
  method: 'POST' | 'PATCH',
  path: string,
  json: unknown,
) => Promise<{ readonly status: number; readonly body: { readonly id: string; readonly errorCode: string } }>;

/**
 * Adds the largest actions to a plan until one is refused. Each repeats the title and description of the plan.
 * @throws when anything else is refused
 */
export async function fillPlan(send: Send, bodies: LargestBodies): Promise<FullPlan> {
  const created = async (operationId: string, path: string): Promise<string> => {
    const { status, body } = await send('POST', path, largest(operationId, bodies));
    if (status !== 200) throw new Error(`${operationId} answered ${status} ${JSON.stringify(body)}`);
    return body.id;
  };
  const planId = await created('createActionPlan', PLANS);
  const actionId = await created('createAction', actionPath(planId));
  const noteId = await created('createNote', `${actionPath(planId, actionId)}/notes`);
  for (let actions = 1; ; actions++) {
    const plan = { planId, actionId, noteId, actions };
    if (actions === MOST_ACTIONS) return { ...plan, refusal: undefined };
    const { status, body } = await send('POST', actionPath(planId), largest('createAction', bodies));
    if (status !== 200) return { ...plan, refusal: body.errorCode };
  }
}

/**
 * Changes a title to the largest one and back, until a page of the audit is full. With more texts a record would be
 * listed without its values.
 * @param path - of the plan
 */
export async function fillAuditPage(send: Send, path: string, bodies: LargestBodies): Promise<void> {
  const { title } = largest('updateActionPlan', bodies);
  for (let count = 0; count < RECORDS; count++) {
    const { status } = await send('PATCH', path, {
      title: count % 2 === 0 ? title : { defaultValue: 'Plan' },
    });
    if (status !== 200) throw new Error(`A change of a title answered ${status}.`);
  }
}

/** The largest body of an operation of `openapi.json`. */
export function largest(operationId: string, bodies: LargestBodies): Readonly<Record<string, unknown>> {
  return bodies.of(DOCUMENTED_REQUESTS.find((operation) => operation.operationId === operationId)!.body!);
}
