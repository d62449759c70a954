import type { Type } from '@nestjs/common';
import { PickType } from '@nestjs/swagger';
import { NoteResponse } from '../../../src/action-plans/application/action.response.js';
import { CreateNoteRequest, UpdateNoteRequest } from '../../../src/action-plans/interface/note.requests.js';
import { MyNoteRequest } from '../../../src/action-plans/interface/my-actions.requests.js';
import { employeeBody, INVITE } from '../builders/employee.js';
import { USERS } from '../builders/look-ups.js';
import { MY_ACTIONS, PLANS } from '../builders/plan.js';
import type { Body, Written } from '../property-walk.js';
import { bodyOf, entryOf, idOf, type WritableKind } from './writable-kind.js';

export const createdNote = note(CreateNoteRequest, true);
export const updatedNote = note(UpdateNoteRequest, false);

/** A note by somebody who is assigned to the action. */
export const ownNote: WritableKind = {
  dto: MyNoteRequest,
  response: PickType(NoteResponse, ['content']),
  async open(app) {
    const companyId = await app.company();
    const admin = await app.user('ADMIN', companyId);
    const hr = await app.integration(undefined, companyId);
    const { id: employeeId } = bodyOf(await hr.post(INVITE, employeeBody()));
    await admin.patch(`${USERS}/${admin.userId}`, { employeeId });
    const title = { defaultValue: 'Title' };
    const plan = bodyOf(await admin.post(PLANS, { title }));
    const actions = `${PLANS}/${String(plan['id'])}/actions`;
    const action = String(bodyOf(await admin.post(actions, { title, assigneeIds: [employeeId] }))['id']);
    const create = async (body: Body): Promise<Written> => {
      const posted = bodyOf(await admin.post(`${MY_ACTIONS}/${action}/notes`, body));
      const shown = entryOf(bodyOf(await admin.get(`${actions}/${action}`))['notes'], posted['id']);
      return { answers: { POST: posted, 'GET action': shown ?? {} } };
    };
    return { dto: MyNoteRequest, base: () => ({ content: 'Note' }), create };
  },
};

function note(dto: Type<object>, isCreation: boolean): WritableKind {
  return {
    dto,
    response: NoteResponse,
    async open(app) {
      const manager = await app.user('MANAGER');
      const title = { defaultValue: 'Title' };
      const planPath = `${PLANS}/${String(bodyOf(await manager.post(PLANS, { title }))['id'])}`;
      const action = bodyOf(await manager.post(`${planPath}/actions`, { title }));
      const actionPath = `${planPath}/actions/${String(action['id'])}`;
      const read = async (answers: Readonly<Record<string, Body>>): Promise<Written> => {
        const id = Object.values(answers)[0]?.['id'];
        const [shown] = bodyOf(await manager.get(planPath))['actions'] as Body[];
        return {
          answers: {
            ...answers,
            'GET action': entryOf(bodyOf(await manager.get(actionPath))['notes'], id) ?? {},
            'GET plan': entryOf(shown?.['notes'], id) ?? {},
          },
        };
      };
      const create = async (body: Body): Promise<Written> =>
        read({ POST: bodyOf(await manager.post(`${actionPath}/notes`, body)) });
      const change = async (id: string, body: Body): Promise<Written> =>
        read({ PATCH: bodyOf(await manager.patch(`${actionPath}/notes/${id}`, body)) });
      if (isCreation) return { dto, base: () => ({ content: 'Note' }), create };
      return {
        dto,
        base: () => ({}),
        create: async (body) => change(idOf(await create({ content: 'Note' })), body),
        update: (before, body) => change(idOf(before), body),
        staysWhenAbsent: true,
      };
    },
  };
}
