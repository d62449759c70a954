import {
  Api,
  ChangeKind,
  CharacteristicType,
  EmployeeRole,
  EmployeeSyncStatus,
  TurnoverType,
  WebhookType,
  type Erasure,
} from './client.js';

/** Data of the company that the tour uses. */
export interface Fixture {
  readonly areaId: string;
  readonly groupId: string;
  readonly characteristicId: string;
  /** The employee who has timesheet entries. */
  readonly email: string;
}

/**
 * One call of every operation of the public API, by its operation id, as the author of an integration writes it. This
 * file is compiled beside the client that is generated from `openapi.json`, and is a part of no other program.
 */
export async function tour(
  baseUrl: string,
  key: string,
  { areaId, groupId, characteristicId, email }: Fixture,
): Promise<Record<string, unknown>> {
  const { api, setSecurityData } = new Api<string>({
    baseUrl,
    securityWorker: (serviceAPIKey) => (serviceAPIKey === null ? {} : { headers: { serviceAPIKey } }),
  });
  setSecurityData(key);
  const person = { email: 'ana+hr@example.com', externalId: 'ES 0001' };
  const byEmail = encodeURIComponent(person.email);
  const byExternalId = encodeURIComponent(person.externalId);

  const kinds = [ChangeKind.Employee];
  const { cursor } = (await api.listChanges({ kinds })).data;
  const types = [WebhookType.EmployeeChanged];
  const webhook = await api.createWebhook({ url: 'https://receiver.example.com/wes', types });
  const webhookId = webhook.data.id;
  const areas = await api.listAreas();
  const groups = await api.listGroups();
  const characteristics = await api.listCharacteristics();
  const invited = await api.inviteEmployee({ ...person, name: 'Ana', role: EmployeeRole.ADVISOR });
  const moved = await api.updateEmployeeByExternalId(byExternalId, {
    hierarchyId: areaId,
    groupIds: [groupId],
    profile: [{ id: characteristicId, date: '2026-03-01' }],
  });
  const renamed = await api.updateEmployeeByEmail(byEmail, {
    name: 'Ana Núñez',
    managedHierarchies: [areaId],
  });
  const listed = await api.listEmployees({
    hierarchyId: [areaId],
    groupId: [groupId],
    profile: `${characteristicId}:2026-01-01..2026-12-31`,
    activated: false,
    updatedSince: '2020-01-01',
    externalId: [person.externalId],
    email: [person.email],
    from: 0,
    to: 10,
  });
  const foundByEmail = await api.getEmployeeByEmail(byEmail);
  const foundByExternalId = await api.getEmployeeByExternalId(byExternalId);
  const reset = await api.resetEmployee({ email: person.email });
  const leaving = { turnoverDate: '31032026', turnoverType: TurnoverType.VOLUNTARY };
  const left = await api.deleteEmployeeByEmail(byEmail, leaving);
  await api.inviteEmployee(person);
  const leftAgain = await api.deleteEmployeeByExternalId(byExternalId, leaving);
  const bulk = await api.changeEmployees({
    rows: [
      { operation: 'invite', employee: person },
      { operation: 'update', externalId: person.externalId, employee: { name: 'Ana' } },
      { operation: 'end', email: person.email, turnoverDate: '2026-03-31' },
    ],
  });
  const sent = await api.createEmployeeSync({ source: 'hr' }, [person]);
  const syncId = sent.data.id;
  let sync = await api.getEmployeeSync(syncId);
  for (let polls = 0; polls < 200 && sync.data.status !== EmployeeSyncStatus.READY; polls++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    sync = await api.getEmployeeSync(syncId);
  }
  const back = await api.listEmployeeSyncRows(syncId, 'added', { to: 10 });
  const sentColumns = await api.listEmployeeSyncColumns(syncId);
  const applied = await api.applyEmployeeSync(syncId, {});
  const columns = await api.setEmployeeSource('hr', { columns: { 'E-Mail': 'email', Note: null } });
  const source = await api.getEmployeeSource('hr');
  const unset = await api.deleteEmployeeSource('hr');
  const placed = await api.placeLegalHold({ externalId: person.externalId, reason: 'Lawsuit' });
  const holds = await api.listLegalHolds();
  const hold = await api.getLegalHold(placed.data.id);
  const lifted = await api.liftLegalHold(placed.data.id);
  const worked = await api.listTimesheets({
    email,
    from: 0,
    to: 5,
    dateFrom: '2026-03-01',
    dateTo: '31032026',
  });
  const clocked = await api.changeTimesheets({
    rows: [
      {
        operation: 'put',
        externalId: 'T 0001',
        entry: { externalId: person.externalId, startTime: '2026-04-01T09:00:00+02:00' },
        reason: 'Clocked in',
      },
      { operation: 'delete', externalId: 'T 0001', reason: 'Tried' },
    ],
  });
  const changed = await api.listChanges({ after: cursor, kinds, limit: 10, wait: 25 });
  const undone = await api.listDeletedTimesheets({ email });
  let deliveries = await api.listWebhookDeliveries(webhookId, { to: 5 });
  for (let polls = 0; polls < 200 && deliveries.data.total === 0; polls++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    deliveries = await api.listWebhookDeliveries(webhookId, { to: 5 });
  }
  const retried = await api.retryWebhookDelivery(webhookId, deliveries.data.result[0]!.id);
  const replayed = await api.replayWebhook(webhookId, { since: new Date().toISOString() });
  const tested = await api.testWebhook(webhookId);
  const rotated = await api.rotateWebhookSecret(webhookId);
  const webhooks = await api.listWebhooks();
  const described = await api.updateWebhook(webhookId, { description: 'Payroll' });
  const shown = await api.getWebhook(webhookId);
  const removed = await api.deleteWebhook(webhookId);
  const trial = { dryRun: true };
  const tree = await api.replaceAreas([{ externalId: 'D-1', name: 'Hotels', children: [] }], trial);
  const area = await api.createArea({ externalId: 'D-1', name: 'Hotels' });
  const movedArea = await api.updateArea('D-1', { parentId: areaId });
  const noArea = await api.deleteArea(area.data.id);
  const allGroups = await api.replaceGroups([{ externalId: 'G-1', name: 'Days' }], trial);
  await api.createGroup({ externalId: 'G-1', name: 'Days' });
  const renamedGroup = await api.updateGroup('G-1', { name: 'Evenings' });
  const noGroup = await api.deleteGroup('G-1', { moveTo: groupId });
  const list = { externalId: 'C-1', type: CharacteristicType.LIST, name: 'Contract' };
  const allCharacteristics = await api.replaceCharacteristics([list], trial);
  const created = await api.createCharacteristic(list);
  const retitled = await api.updateCharacteristic('C-1', { name: 'Contracts' });
  const valued = await api.createCharacteristicValue('C-1', { externalId: 'V-1', label: 'Permanent' });
  const relabelled = await api.updateCharacteristicValue('C-1', 'V-1', { label: 'Temporary' });
  const noValue = await api.deleteCharacteristicValue('C-1', 'V-1');
  const noCharacteristic = await api.deleteCharacteristic('C-1');

  await api.inviteEmployee({ externalId: 'erased' });
  const access = await api.createAccess({ externalId: 'erased' });
  const accessId = access.data.id;
  const accessed = await api.getAccess(accessId);
  const accessEnded = await api.endAccess(accessId);
  const erasure = await api.createErasure({ externalId: 'erased', reason: 'Asked for by the person' });
  const erasureId = (erasure.data as Erasure).id;
  const erased = await api.getErasure(erasureId);
  const erasures = await api.listErasures();
  const again = await api.allowPersonAgain(erasureId, { allowAgain: true, reason: 'Employed again' });

  return {
    createAccess: access.data.state,
    getAccess: accessed.data.id === accessId,
    endAccess: accessEnded.status,
    createErasure: erasure.data.counts['employees'],
    getErasure: erased.data.reason,
    listErasures: erasures.data.total,
    allowPersonAgain: again.data.allowedAgainAt !== undefined,
    listChanges: changed.data.changes.map(({ kind, id }) => [kind, id === invited.data.id]),
    listAreas: areas.data.map(({ id }) => id),
    listGroups: groups.data.map(({ id }) => id),
    listCharacteristics: characteristics.data.map(({ id }) => id),
    inviteEmployee: invited.data.role,
    updateEmployeeByExternalId: moved.data.profile,
    updateEmployeeByEmail: renamed.data.name,
    listEmployees: listed.data.map(({ externalId }) => externalId),
    getEmployeeByEmail: foundByEmail.data.managedHierarchies,
    getEmployeeByExternalId: foundByExternalId.data.id === invited.data.id,
    resetEmployee: reset.data.hierarchyId ?? 'none',
    changeEmployees: bulk.data.results.map(({ status }) => status),
    createEmployeeSync: sent.status,
    getEmployeeSync: sync.data.counts?.added,
    listEmployeeSyncRows: back.data.result.map(({ externalId }) => externalId),
    listEmployeeSyncColumns: sentColumns.data,
    applyEmployeeSync: applied.status,
    setEmployeeSource: columns.data.columns,
    getEmployeeSource: source.data.dateFormat,
    deleteEmployeeSource: unset.data.source,
    deleteEmployeeByEmail: await left.text(),
    deleteEmployeeByExternalId: await leftAgain.text(),
    placeLegalHold: placed.data.reason,
    listLegalHolds: holds.data.length,
    getLegalHold: hold.data.employeeIds.length > 0,
    liftLegalHold: lifted.data.id === placed.data.id,
    changeTimesheets: clocked.data.results.map(({ status }) => status),
    listTimesheets: [worked.data.total, worked.data.results.map(({ periodType }) => periodType)],
    createWebhook: webhook.data.secret?.slice(0, 6),
    listWebhookDeliveries: deliveries.data.result[0]?.type,
    retryWebhookDelivery: retried.data.status,
    replayWebhook: replayed.data.id === webhookId,
    testWebhook: tested.data.status ?? 'not received',
    rotateWebhookSecret: rotated.data.secret !== webhook.data.secret,
    listWebhooks: webhooks.data.map(({ id }) => id === webhookId),
    updateWebhook: described.data.description,
    getWebhook: shown.data.enabled,
    deleteWebhook: removed.data.id === webhookId,
    replaceAreas: tree.data.counts.added,
    createArea: area.data.externalId,
    updateArea: movedArea.data.parentId === areaId,
    deleteArea: noArea.data.counts.removed,
    replaceGroups: allGroups.data.added[0]?.name,
    createGroup: renamedGroup.data.externalId,
    updateGroup: renamedGroup.data.name,
    deleteGroup: noGroup.data.people,
    replaceCharacteristics: allCharacteristics.data.counts.added,
    createCharacteristic: created.data.name,
    updateCharacteristic: retitled.data.name,
    createCharacteristicValue: valued.data.allowedValues[0]?.label,
    updateCharacteristicValue: relabelled.data.allowedValues[0]?.label,
    deleteCharacteristicValue: noValue.data.counts.changed,
    deleteCharacteristic: noCharacteristic.data.counts.removed,
    listDeletedTimesheets: undone.data.results.map(({ deletedReason }) => deletedReason),
  };
}
