import { TemplateResponse } from '../../../src/announcements/application/announcement-template.response.js';
import { TemplateRequest } from '../../../src/announcements/interface/announcement-template.request.js';
import { PatchTemplateRequest } from '../../../src/announcements/interface/patch-template.request.js';
import { newId } from '../../../src/shared-kernel/id.js';
import { minimalTemplate, TEMPLATES } from '../builders/template.js';
import type { Body, Written } from '../property-walk.js';
import { bodyOf, entryOf, idOf, type WritableKind } from './writable-kind.js';

export const template: WritableKind = {
  dto: TemplateRequest,
  response: TemplateResponse,
  async open(app) {
    const admin = await app.user('ADMIN');
    const read = async (body: Body, name: string): Promise<Written> => {
      const all = entryOf((await admin.get(`${TEMPLATES}/all`)).body, body['id']);
      const enabled = entryOf((await admin.get(TEMPLATES)).body, body['id']);
      return {
        answers: {
          [name]: body,
          'GET all': all ?? {},
          ...(body['enabled'] !== false && { GET: enabled ?? {} }),
        },
      };
    };
    return {
      dto: TemplateRequest,
      base: minimalTemplate,
      create: async (body) => read(bodyOf(await admin.post(TEMPLATES, body)), 'POST'),
      update: async (before, body) =>
        read(bodyOf(await admin.put(`${TEMPLATES}/${idOf(before)}`, body)), 'PUT'),
      remove: async (written) => ({
        answers: { DELETE: bodyOf(await admin.delete(`${TEMPLATES}/${idOf(written)}`)) },
      }),
      given: {
        key: { values: () => [`${newId()}${'-'.repeat(76)}`, newId(), `A.z_9-${newId()}`] },
        coverImageURL: {
          values: () => [`https://images.example.com/${'a'.repeat(2_048 - 27)}`, 'http://a'],
        },
      },
    };
  },
};

/** Templates that are changed by PATCH. */
export const patchedTemplate: WritableKind = {
  ...template,
  dto: PatchTemplateRequest,
  async open(app) {
    const admin = await app.user('ADMIN');
    const { create, base, given } = await template.open(app);
    return {
      dto: PatchTemplateRequest,
      base,
      create,
      update: async (before, body) => ({
        answers: { PATCH: bodyOf(await admin.patch(`${TEMPLATES}/${idOf(before)}`, body)) },
      }),
      ...(given && { given }),
      staysWhenAbsent: true,
    };
  },
};
