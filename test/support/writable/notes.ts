import type { Type } from '@nestjs/common';
import { NoteResponse } from '../../../src/action-plans/application/action.response.js';
import { CreateNoteRequest, UpdateNoteRequest } from '../../../src/action-plans/interface/note.requests.js';
import { PLANS } from '../builders/plan.js';
import type { Body, Written } from '../property-walk.js';
import { bodyOf, entryOf, idOf, type WritableKind } from './writable-kind.js';

export const createdNote = note(CreateNoteRequest, true);
export const updatedNote = note(UpdateNoteRequest, false);

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
