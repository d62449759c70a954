import { Api, Refusal } from './api.js';

const COMPANY = '/api/v1/company';
const PLANS = `${COMPANY}/action-plans`;
const STATUSES = ['PENDING', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'EXPIRED'];
const PAGE_SIZE = 10;

let api;
let me;
let areas;
/** Names by id, of everybody whom the page has met. */
const people = new Map();
const users = new Map();
/** The first address of the list, and the plan on the right with its tag. */
let page = `${PLANS}?include=permissions&from=0&to=${PAGE_SIZE}`;
let open;

const place = (id) => document.getElementById(id);

function element(tag, properties = {}, ...children) {
  const created = Object.assign(document.createElement(tag), properties);
  created.append(...children);
  return created;
}

/** A button that does one thing, then shows everything as it is now. */
function button(label, act) {
  return element('button', { type: 'button', onclick: () => attempt(label, act) }, label);
}

/** The button if the caller may do it, else nothing. */
function allowed(resource, permission, label, act) {
  return resource.permissions.includes(permission) ? [button(label, act)] : [];
}

function say(text, refused = false) {
  place('message').className = refused ? 'refused' : 'done';
  place('message').textContent = text;
}

async function attempt(label, act) {
  place('message').className = 'busy';
  let refusal;
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refusal = error;
  }
  await show();
  if (refusal) say(`${refusal.status} ${refusal.errorCode}: ${refusal.message}`, true);
  else say(`${label}: done`);
}

async function show() {
  const list = await api.send('GET', page);
  if (open) await load(open.body.id);
  await learnNames(open ? [...list.body.result, open.body] : list.body.result);
  place('plans').replaceChildren(
    element('h2', {}, `${list.total} plans`),
    ...(me.permissions.includes('createActionPlan') ? [newPlan()] : []),
    element('ul', {}, ...list.body.result.map(planLine)),
    ...(list.next ? [button('Next page', () => void (page = list.next))] : []),
  );
  place('plan').replaceChildren(...(open ? planView(open.body) : []));
}

async function load(planId) {
  try {
    open = await api.send('GET', `${PLANS}/${planId}?include=permissions`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    open = undefined;
  }
}

/** Fetches the names behind the ids of plans that the page does not know yet. */
async function learnNames(plans) {
  const actions = plans.flatMap((plan) => plan.actions);
  const notes = actions.flatMap((action) => action.notes);
  const assignees = actions.flatMap((action) => action.assigneeStatuses.map((entry) => entry.assigneeId));
  const authors = [...plans.map((plan) => plan.createdBy), ...notes.map((note) => note.authorId)];
  await learn(people, assignees, async (ids) => (await api.get(`${COMPANY}/people?${ids}`)).result);
  await learn(users, authors, (ids) => api.get(`${COMPANY}/users?${ids}`));
}

async function learn(names, ids, fetchAll) {
  const unknown = [...new Set(ids)].filter((id) => id && !names.has(id)).slice(0, 200);
  if (unknown.length === 0) return;
  for (const id of unknown) names.set(id, '(unknown)');
  const query = new URLSearchParams(unknown.map((id) => ['ids', id]));
  for (const { id, name } of await fetchAll(query)) names.set(id, name);
}

function planLine(plan) {
  const path = `${PLANS}/${plan.id}`;
  const line = element(
    'li',
    {},
    element('strong', {}, plan.title.defaultValue),
    ` (${plan.completionPercent} %, ${users.get(plan.createdBy) ?? 'nobody'}) `,
    button('Open', () => load(plan.id)),
    ...allowed(plan, 'copy', 'Copy', async () => {
      await load((await api.send('POST', `${path}/copy`)).body.id);
    }),
    ...allowed(plan, 'export', 'Export', () => exportPlan(path)),
    ...allowed(plan, 'delete', 'Delete', () => api.send('DELETE', path)),
  );
  line.dataset.plan = plan.id;
  return line;
}

async function exportPlan(path) {
  const { location } = await api.send('POST', `${path}/excel`);
  for (;;) {
    const { status } = await api.get(location);
    if (status === 'SENT') return;
    if (status === 'FAILED') throw new Refusal(500, { errorCode: 'FAILED', detail: 'The export failed.' });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function newPlan() {
  const title = element('input', { placeholder: 'Title of a new plan' });
  return element(
    'p',
    {},
    title,
    button('Create plan', async () => {
      await load((await api.send('POST', PLANS, { body: { title: { defaultValue: title.value } } })).body.id);
    }),
  );
}

function planView(plan) {
  const path = `${PLANS}/${plan.id}`;
  const title = element('input', { value: plan.title.defaultValue, name: 'title' });
  const { tag } = open;
  return [
    element(
      'h2',
      {},
      title,
      ...allowed(plan, 'update', 'Save title', () =>
        api.send('PATCH', path, { body: { title: { ...plan.title, defaultValue: title.value } }, tag }),
      ),
    ),
    ...plan.actions.map((action) => actionView(action, `${path}/actions/${action.id}`)),
    ...(plan.permissions.includes('addAction') ? [newAction(path)] : []),
  ];
}

function actionView(action, path) {
  const title = element('input', { value: action.title.defaultValue, name: 'action-title' });
  const due = element('input', { type: 'date', value: action.dueDate?.slice(0, 10) ?? '' });
  const content = element('input', { placeholder: 'Note' });
  const hasAssignees = action.assigneeStatuses.length > 0;
  const patch = (body) => api.send('PATCH', path, { body });
  return element(
    'section',
    { className: 'action' },
    title,
    due,
    ...allowed(action, 'update', 'Save action', () =>
      patch({ title: { ...action.title, defaultValue: title.value }, dueDate: due.value || null }),
    ),
    ...allowed(action, 'delete', 'Delete action', () => api.send('DELETE', path)),
    element('p', {}, `${action.status} in ${action.hierarchyIds.map(areaName).join(', ') || 'no area'}`),
    ...(hasAssignees ? [] : statusButtons(action, 'update', (status) => patch({ status }))),
    element('ul', {}, ...action.assigneeStatuses.map((entry) => assigneeLine(entry, path))),
    ...(action.permissions.includes('assign') ? [personSearch('Assign', path)] : []),
    element('ul', {}, ...action.notes.map((note) => noteLine(note, path))),
    ...(action.permissions.includes('addNote') ? [content] : []),
    ...allowed(action, 'addNote', 'Add note', () =>
      api.send('POST', `${path}/notes`, { body: { content: content.value || 'Seen.' } }),
    ),
  );
}

/** A button for each status but the present one. EXPIRED is set by nobody. */
function statusButtons(resource, permission, set) {
  return STATUSES.filter((status) => status !== resource.status && status !== 'EXPIRED').flatMap((status) =>
    allowed(resource, permission, status, () => set(status)),
  );
}

function assigneeLine(entry, path) {
  const assignee = `${path}/assignees/${entry.assigneeId}`;
  return element(
    'li',
    {},
    `${people.get(entry.assigneeId)}: ${entry.status} `,
    ...statusButtons(entry, 'setStatus', (status) => api.send('PUT', assignee, { body: { status } })),
    ...allowed(entry, 'remove', 'Remove', () => api.send('DELETE', assignee)),
  );
}

function noteLine(note, path) {
  const notePath = `${path}/notes/${note.id}`;
  return element(
    'li',
    {},
    `${users.get(note.authorId) ?? 'nobody'}: ${note.content} `,
    ...allowed(note, 'update', 'Make private', () =>
      api.send('PATCH', notePath, { body: { visibility: 'PRIVATE' } }),
    ),
    ...allowed(note, 'delete', 'Delete note', () => api.send('DELETE', notePath)),
  );
}

/** Offers people while a name is typed; the one that is chosen is assigned. */
function personSearch(label, path) {
  const found = element('span', { className: 'found' });
  const search = element('input', {
    placeholder: `${label} a person`,
    oninput: async () => {
      const q = search.value;
      const { result } = await api.get(`${COMPANY}/people?${new URLSearchParams({ q, to: 5 })}`);
      if (q !== search.value) return;
      found.replaceChildren(
        ...result.map(({ id, name }) =>
          button(name, () => api.send('PUT', `${path}/assignees/${id}`, { body: { status: 'PENDING' } })),
        ),
      );
    },
  });
  return element('p', {}, search, found);
}

function newAction(path) {
  const title = element('input', { placeholder: 'Title of a new action' });
  const area = element(
    'select',
    { name: 'area' },
    element('option', { value: '' }, '(no area)'),
    ...[...areas].map(([id, name]) => element('option', { value: id }, name)),
  );
  return element(
    'p',
    {},
    title,
    area,
    button('Add action', () =>
      api.send('POST', `${path}/actions`, {
        body: {
          title: { defaultValue: title.value || 'New action' },
          hierarchyIds: area.value ? [area.value] : [],
        },
      }),
    ),
  );
}

const areaName = (id) => areas.get(id) ?? id;

/** Names of areas by id, in the order of the tree. */
function areasOf(tree) {
  return tree.flatMap((area) => [[area.id, area.name], ...areasOf(area.children)]);
}

place('sign-in').addEventListener('submit', async (event) => {
  event.preventDefault();
  const { service, session } = Object.fromEntries(new FormData(event.target));
  api = new Api(service, session);
  await attempt('Sign in', async () => {
    me = await api.get(`${COMPANY}/me`);
    areas = new Map(areasOf(await api.get(`${COMPANY}/hierarchy`)));
    place('me').textContent = `${me.user.name} (${me.user.role}) of ${me.company.name}`;
  });
});
