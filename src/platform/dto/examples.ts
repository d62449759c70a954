/**
 * Values of the demo company Aurora Hotels (`demo/aurora-hotels.json`) and of the demo catalogue, for the examples of
 * the API: they work at the first click on demo data.
 */
export const DEMO = {
  templateId: '6b02356aff1b2f86b0e3c001',
  templateKey: 'welcome-new-colleague',
  /** Another template, for the example of previewing one. */
  surveyTemplateId: '6b02356aff1b2f86b0e3c003',
  /** Templates at the end of the list, for the examples of changing, replacing and deleting one. */
  replacedTemplateId: '6b02356aff1b2f86b0e3c015',
  replacedTemplateKey: 'birthday-wishes',
  deletedTemplateId: '6b02356aff1b2f86b0e3c00d',
  planId: '6b02356aff1b2f86b0e3b6f7',
  /** Another plan, for the example of deleting one. */
  otherPlanId: '6b02356aff1b2f86b0e3b711',
  actionId: '6b02356aff1b2f86b0e3b6f8',
  /** Another action of the plan, for the example of deleting one. */
  otherActionId: '6b02356aff1b2f86b0e3b6fe',
  /** An action that the admin is assigned to. */
  ownActionId: '6b02356aff1b2f86b0e3b702',
  /** A note of the admin on the action. */
  noteId: '6b02356aff1b2f86b0e3b6fa',
  areaId: '6b02356aff1b2f86b0e3b29b',
  groupId: '6b02356aff1b2f86b0e3b305',
  characteristicId: '6b02356aff1b2f86b0e3b2f8',
  valueId: '6b02356aff1b2f86b0e3b2f9',
  assigneeId: '6b02356aff1b2f86b0e3b2b3',
  externalId: 'AH-1029',
  email: 'yusuf.demir@aurora-hotels.example',
} as const;
