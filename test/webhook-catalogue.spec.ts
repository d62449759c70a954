import { CHANGE_KINDS } from '../src/changes/index.js';
import { DOCUMENTED_MESSAGES, messageProblems } from './support/documented-message.js';

const HEADERS = {
  'webhook-id': '1',
  'webhook-timestamp': '1',
  'webhook-signature': 'v1,',
  'user-agent': 'wes-webhooks/1.0.0',
};

it('has each type that the service sends', () => {
  const ofKinds = CHANGE_KINDS.flatMap((kind) => [`${kind}.changed`, `${kind}.deleted`]);
  expect([...DOCUMENTED_MESSAGES.keys()].sort()).toEqual(
    [...ofKinds, 'changes.waiting', 'webhook.test'].sort(),
  );
});

it.each([...DOCUMENTED_MESSAGES])('the example of %s is such a message', (type, example) => {
  expect(example).toMatchObject({ type });
  expect(messageProblems(HEADERS, example)).toEqual([]);
});

describe('the comparison notices', () => {
  const message = DOCUMENTED_MESSAGES.get('group.changed') as object;

  it.each<[string, object]>([
    ['a type that is not documented', { ...message, type: 'group.moved' }],
    ['no time', { ...message, timestamp: undefined }],
    ['a time that is none', { ...message, timestamp: 'today' }],
    ['no id', { ...message, data: {} }],
    ['an id of another form', { ...message, data: { id: 7 } }],
    [
      'a number that is none',
      { type: 'changes.waiting', timestamp: '2026-03-02T16:05:00Z', data: { count: 'x' } },
    ],
  ])('%s', (_, body) => {
    expect(messageProblems(HEADERS, body)).toHaveLength(1);
  });

  it.each(Object.keys(HEADERS))('that %s is missing', (name) => {
    expect(messageProblems({ ...HEADERS, [name]: undefined }, message)).toHaveLength(1);
  });
});
