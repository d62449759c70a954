import type { Type } from '@nestjs/common';
import { ActionPlanResponse } from '../../../src/action-plans/application/action-plan.response.js';
import { ActionPlanImporter } from '../../../src/action-plans/index.js';
import { PlanImportRecord } from '../../../src/action-plans/interface/action-plan.records.js';
import {
  CreateActionPlanRequest,
  UpdateActionPlanRequest,
} from '../../../src/action-plans/interface/action-plan.requests.js';
import { newId } from '../../../src/shared-kernel/id.js';
import type { ApiClient } from '../api-client.js';
import { employeeBody, INVITE } from '../builders/employee.js';
import { PLANS } from '../builders/plan.js';
import { textOf } from '../property-samples.js';
import type { Body, Written } from '../property-walk.js';
import { bodyOf, entryOf, ID, idOf, imports, type WritableKind } from './writable-kind.js';

export const createdPlan = plan(CreateActionPlanRequest, true);
export const updatedPlan = plan(UpdateActionPlanRequest, false);

function plan(dto: Type<object>, isCreation: boolean): WritableKind {
  return {
    dto,
    response: ActionPlanResponse,
    async open(app) {
      const manager = await app.user('MANAGER');
      const change = async (id: unknown, body: Body): Promise<Written> => {
        const answer = bodyOf(await manager.patch(`${PLANS}/${String(id)}`, body));
        return readPlan(manager, answer['id'], { PATCH: answer });
      };
      const create = async (body: Body): Promise<Written> => {
        const answer = bodyOf(await manager.post(PLANS, body));
        return readPlan(manager, answer['id'], { POST: answer });
      };
      if (isCreation) return { dto, base: () => ({ title: { defaultValue: 'Plan' } }), create };
      return {
        dto,
        base: () => ({}),
        create: async (body) => change(idOf(await create({ title: { defaultValue: 'Plan' } })), body),
        update: (before, body) => change(idOf(before), body),
        staysWhenAbsent: true,
        given: { description: { isKeptByNull: true } },
      };
    },
  };
}

async function readPlan(
  reader: ApiClient,
  id: unknown,
  answers: Readonly<Record<string, Body>> = {},
): Promise<Written> {
  const got = bodyOf(await reader.get(`${PLANS}/${String(id)}`));
  const listed = entryOf(bodyOf(await reader.get(PLANS))['result'], id);
  return { answers: { ...answers, GET: got, 'GET list': listed ?? {} } };
}

export const planRecord: WritableKind = {
  dto: PlanImportRecord,
  response: ActionPlanResponse,
  async open(app) {
    const companyId = await app.company();
    const manager = await app.user('MANAGER', companyId);
    const hr = await app.integration(['employees:write'], companyId);
    const { id: employeeId } = bodyOf(await hr.post(INVITE, employeeBody()));
    return {
      ...imports(app, ActionPlanImporter, companyId, (id) => readPlan(manager, id)),
      dto: PlanImportRecord,
      base: () => ({ id: newId(), title: { defaultValue: 'Plan' } }),
      given: {
        id: ID,
        companyId: { values: () => [companyId], identifies: true },
        visibility: { stays: true },
        createdBy: {
          values: () => [manager.userId, textOf(255)],
          beside: () => ({ visibility: 'PUBLIC' }),
          stays: true,
        },
        createdAt: { stays: true },
        updatedAt: { stays: true },
        actions: { stays: true },
        // Actions and notes are found by their ids.
        'actions[]': { beside: () => ({ id: newId() }) },
        'actions[].id': ID,
        'actions[].companyId': { values: () => [companyId], identifies: true },
        'actions[].planId': { values: ({ id }) => [id], identifies: true },
        'actions[].assigneeStatuses[].assigneeId': { values: () => [employeeId, textOf(255)] },
        'actions[].notes': { stays: true },
        'actions[].notes[]': { beside: () => ({ id: newId() }) },
        'actions[].notes[].id': ID,
        // Only its author reads a private note.
        'actions[].notes[].visibility': { beside: () => ({ authorId: manager.userId }) },
        'actions[].characteristics[].value': { values: () => [textOf(255), '', 1.5, true, false] },
      },
    };
  },
};
