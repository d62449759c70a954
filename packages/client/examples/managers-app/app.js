import { ApiError, AuthenticationError, Client, nextPage } from '@wes/client';
import { element, place, say } from './page.js';
import { SignInError, signInView, tokenOfProvider } from './sign-in.js';

const STATUSES = ['PENDING', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'EXPIRED'];
const PAGE_SIZE = 10;

/** The address of the service, and the provider of the company if it has one. */
const config = await (await fetch('config.json')).json();

let client;
/** The user who has signed in. */
let me;
let areas;
/** Names of the people that the page has loaded, by id. */
const people = new Map();
const users = new Map();
/** The page of the list, and the plan on the right with its tag. */
let page = { from: 0, to: PAGE_SIZE };
let open;

/** A button that does one thing, then shows everything as it is now. */
function button(label, act) {
  return element('button', { type: 'button', onclick: () => attempt(label, act) }, label);
}

/** The button if the caller may do it, else nothing. */
function allowed(resource, permission, label, act) {
  return resource.permissions.includes(permission) ? [button(label, act)] : [];
}

async function attempt(label, act) {
  place('message').className = 'busy';
  const refusals = [await refusalOf(act), me && (await refusalOf(show))];
  const refusal = refusals.find((each) => each !== undefined);
  if (refusal) say(refusal.message, true);
  else say(`${label}: done`);
}

/** Does something. @returns the error that the user shall see */
async function refusalOf(act) {
  try {
    await act();
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof SignInError)) throw error;
    if (!me || !(error instanceof AuthenticationError)) return error;
    leave();
    return new SignInError('The session has ended. Sign in again.');
  }
}

async function show() {
  const list = await client.listActionPlans({ include: 'permissions', ...page });
  const next = nextPage(list);
  if (open) await load(open.plan.id);
  await learnNames(open ? [...list.data.result, open.plan] : list.data.result);
  place('plans').replaceChildren(
    element('h2', {}, `${list.data.total} plans`),
    ...(me.permissions.includes('createActionPlan') ? [newPlan()] : []),
    element('ul', {}, ...list.data.result.map(planLine)),
    ...(next ? [button('Next page', () => void (page = next))] : []),
  );
  place('plan').replaceChildren(...(open ? planView(open.plan) : []));
}

async function load(planId) {
  try {
    const { data: plan, headers } = await client.getActionPlan(planId, { include: 'permissions' });
    open = { plan, tag: headers.get('ETag') };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    open = undefined;
  }
}

/** Fetches the names behind the ids of plans that the page does not know yet. */
async function learnNames(plans) {
  const actions = plans.flatMap((plan) => plan.actions);
  const notes = actions.flatMap((action) => action.notes);
  const assignees = actions.flatMap((action) => action.assigneeStatuses.map((entry) => entry.assigneeId));
  const authors = [...plans.map((plan) => plan.createdBy), ...notes.map((note) => note.authorId)];
  await learn(people, assignees, async (ids) => (await client.listPeople({ ids })).data.result);
  await learn(users, authors, async (ids) => (await client.listUsers({ ids })).data);
}

async function learn(names, ids, fetchAll) {
  const unknown = [...new Set(ids)].filter((id) => id && !names.has(id)).slice(0, 200);
  if (unknown.length === 0) return;
  for (const id of unknown) names.set(id, '(unknown)');
  for (const { id, name } of await fetchAll(unknown)) names.set(id, name);
}

function planLine(plan) {
  const line = element(
    'li',
    {},
    element('strong', {}, plan.title.defaultValue),
    ` (${plan.completionPercent} %, ${users.get(plan.createdBy) ?? 'nobody'}) `,
    button('Open', () => load(plan.id)),
    ...allowed(plan, 'copy', 'Copy', async () => {
      await load((await client.copyActionPlan(plan.id)).data.id);
    }),
    ...allowed(plan, 'export', 'Export', () => exportPlan(plan.id)),
    ...allowed(plan, 'delete', 'Delete', () => client.deleteActionPlan(plan.id)),
  );
  line.dataset.plan = plan.id;
  return line;
}

async function exportPlan(planId) {
  const { headers } = await client.exportPlan(planId);
  const exportId = headers.get('Location').split('/').at(-1);
  for (;;) {
    const { status } = (await client.getPlanExport(planId, exportId)).data;
    if (status === 'SENT') return;
    if (status === 'FAILED') throw new Error('The export failed.');
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
      await load((await client.createActionPlan({ title: { defaultValue: title.value } })).data.id);
    }),
  );
}

function planView(plan) {
  const title = element('input', { value: plan.title.defaultValue, name: 'title' });
  const { tag } = open;
  return [
    element(
      'h2',
      {},
      title,
      ...allowed(plan, 'update', 'Save title', () =>
        client.updateActionPlan(
          plan.id,
          { title: { ...plan.title, defaultValue: title.value } },
          { ifMatch: tag },
        ),
      ),
    ),
    ...plan.actions.map((action) => actionView(action, plan.id)),
    ...(plan.permissions.includes('addAction') ? [newAction(plan.id)] : []),
  ];
}

function actionView(action, planId) {
  const title = element('input', { value: action.title.defaultValue, name: 'action-title' });
  const due = element('input', { type: 'date', value: action.dueDate?.slice(0, 10) ?? '' });
  const content = element('input', { placeholder: 'Note' });
  const hasAssignees = action.assigneeStatuses.length > 0;
  const patch = (changes) => client.updateAction(planId, action.id, changes);
  return element(
    'section',
    { className: 'action' },
    title,
    due,
    ...allowed(action, 'update', 'Save action', () =>
      patch({ title: { ...action.title, defaultValue: title.value }, dueDate: due.value || null }),
    ),
    ...allowed(action, 'delete', 'Delete action', () => client.deleteAction(planId, action.id)),
    element('p', {}, `${action.status} in ${action.hierarchyIds.map(areaName).join(', ') || 'no area'}`),
    ...(hasAssignees ? [] : statusButtons(action, 'update', (status) => patch({ status }))),
    element('ul', {}, ...action.assigneeStatuses.map((entry) => assigneeLine(entry, planId, action.id))),
    ...(action.permissions.includes('assign') ? [personSearch('Assign', planId, action.id)] : []),
    element('ul', {}, ...action.notes.map((note) => noteLine(note, planId, action.id))),
    ...(action.permissions.includes('addNote') ? [content] : []),
    ...allowed(action, 'addNote', 'Add note', () =>
      client.createNote(planId, action.id, { content: content.value || 'Seen.' }),
    ),
  );
}

/** A button for each status but the present one. EXPIRED is set by nobody. */
function statusButtons(resource, permission, set) {
  return STATUSES.filter((status) => status !== resource.status && status !== 'EXPIRED').flatMap((status) =>
    allowed(resource, permission, status, () => set(status)),
  );
}

function assigneeLine(entry, planId, actionId) {
  const { assigneeId } = entry;
  return element(
    'li',
    {},
    `${people.get(assigneeId)}: ${entry.status} `,
    ...statusButtons(entry, 'setStatus', (status) =>
      client.setAssignee(planId, actionId, assigneeId, { status }),
    ),
    ...allowed(entry, 'remove', 'Remove', () => client.removeAssignee(planId, actionId, assigneeId)),
  );
}

function noteLine(note, planId, actionId) {
  return element(
    'li',
    {},
    `${users.get(note.authorId) ?? 'nobody'}: ${note.content} `,
    ...allowed(note, 'update', 'Make private', () =>
      client.updateNote(planId, actionId, note.id, { visibility: 'PRIVATE' }),
    ),
    ...allowed(note, 'delete', 'Delete note', () => client.deleteNote(planId, actionId, note.id)),
  );
}

/** Offers people while a name is typed; the one that is chosen is assigned. */
function personSearch(label, planId, actionId) {
  const found = element('span', { className: 'found' });
  const search = element('input', {
    placeholder: `${label} a person`,
    oninput: async () => {
      const q = search.value;
      const { result } = (await client.listPeople({ q, to: 5 })).data;
      if (q !== search.value) return;
      found.replaceChildren(
        ...result.map(({ id, name }) =>
          button(name, () => client.setAssignee(planId, actionId, id, { status: 'PENDING' })),
        ),
      );
    },
  });
  return element('p', {}, search, found);
}

function newAction(planId) {
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
      client.createAction(planId, {
        title: { defaultValue: title.value || 'New action' },
        hierarchyIds: area.value ? [area.value] : [],
      }),
    ),
  );
}

const areaName = (id) => areas.get(id) ?? id;

/** Names of areas by id, in the order of the tree. */
function areasOf(tree) {
  return tree.flatMap((area) => [[area.id, area.name], ...areasOf(area.children)]);
}

/** Forgets the user, and offers to sign in. */
function leave() {
  client = new Client({ baseUrl: config.service });
  me = open = undefined;
  for (const id of ['me', 'plans', 'plan']) place(id).replaceChildren();
  place('sign-in').replaceChildren(...signInView(client, config.provider, attempt, enter));
}

/** Shows the page of the user who has signed in. */
async function enter() {
  const { data } = await client.getMe();
  areas = new Map(areasOf((await client.listCompanyAreas()).data));
  me = data;
  place('sign-in').replaceChildren();
  place('me').replaceChildren(
    `${me.user.name} (${me.user.role}) of ${me.company.name} `,
    button('Sign out', async () => {
      await client.signOut();
      leave();
    }),
  );
}

leave();
if (config.provider && new URLSearchParams(location.search).has('state'))
  await attempt('Sign in', async () => {
    await client.signIn(await tokenOfProvider(config.provider));
    await enter();
  });
