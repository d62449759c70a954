import { ActionNote } from './action-note.js';

describe('ActionNote', () => {
  it('is shared by default', () => {
    const { state } = ActionNote.create('author', { content: 'c' });
    expect(state).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      authorId: 'author',
      content: 'c',
      visibility: 'SHARED',
      createdAt: expect.stringMatching(/Z$/),
    });
    const hidden = ActionNote.create('author', { content: 'c', visibility: 'PRIVATE' });
    expect(hidden.state.visibility).toBe('PRIVATE');
  });

  it('is shown to others only when it is shared', () => {
    const note = ActionNote.create('author', { content: 'c' });
    expect(['author', 'other'].map((userId) => note.isVisibleTo(userId))).toEqual([true, true]);
    note.change({ visibility: 'PRIVATE' });
    expect(['author', 'other'].map((userId) => note.isVisibleTo(userId))).toEqual([true, false]);
  });

  it('changes what is given and nothing else', () => {
    const stored = ActionNote.create('author', { content: 'c' }).state;
    const note = ActionNote.restore(stored);
    expect(note.change({})).toBe(false);
    expect(note.state).toBe(stored);
    expect(note.change({ content: 'new' })).toBe(true);
    expect(note.state).toEqual({ ...stored, content: 'new' });
  });
});
