import { by, none, type PersonalTable } from '../../shared-kernel/personal-tables.js';

/** Plans, their actions and notes. */
export const PLAN_TABLES: readonly PersonalTable[] = [
  {
    table: 'action_plan',
    purpose: 'plans',
    people: ['users'],
    kept: 'by `closedPlansYears` after the last change of a closed plan, otherwise until the plan is deleted',
    access: by('PlanSource'),
    erasure: by('PlanEraser'),
    columns: {
      created_by: 'id of a user',
      document: 'id of the creator, and what people write',
      title: 'what people write',
    },
    impersonal:
      'company_id id visibility created_at updated_at action_count bytes changed_cluster changed_xid ' +
      'changed_at change_set',
  },
  {
    table: 'plan_text',
    purpose: 'plans',
    people: ['users'],
    kept: 'as long as the plan',
    access: none('It repeats texts of the plan, which are given.'),
    erasure: none(
      'The ids are those of nobody once users and employees are erased; texts of a plan belong to the company.',
    ),
    columns: { search_text: 'what people write' },
    impersonal: 'company_id plan_id',
  },
  {
    table: 'plan_action',
    purpose: 'plans',
    people: ['users', 'employees'],
    kept: 'as long as the plan',
    access: by('PlanSource'),
    erasure: by('PlanEraser'),
    columns: {
      created_by: 'id of a user',
      document: 'ids of the creator and of assigned employees, and what people write',
      filter_keys: 'ids of assigned employees',
    },
    impersonal:
      'company_id plan_id id created_at status assignee_statuses overdue_after updated_at bytes stored_at ' +
      'completed_at focus_types area_ids',
  },
  {
    table: 'action_text',
    purpose: 'plans',
    people: ['users'],
    kept: 'as long as the plan',
    access: none('It repeats texts of the action, which are given.'),
    erasure: none(
      'The ids are those of nobody once users and employees are erased; texts of a plan belong to the company.',
    ),
    columns: { search_text: 'what people write' },
    impersonal: 'company_id plan_id action_id',
  },
  {
    table: 'action_note',
    purpose: 'plans',
    people: ['users'],
    kept: 'as long as the plan',
    access: by('PlanSource'),
    erasure: by('PlanEraser'),
    columns: { author_id: 'id of a user', document: 'id of the author, and what people write' },
    impersonal: 'company_id plan_id action_id id visibility created_at bytes',
  },
  {
    table: 'deleted_plan',
    purpose: 'plans',
    people: ['users', 'employees'],
    kept: 'for `AUDIT_RETENTION`, or by `closedPlansYears`',
    access: by('PlanSource'),
    erasure: by('PlanEraser'),
    columns: { document: 'ids of users and assigned employees, and what people write' },
    impersonal: 'company_id plan_id deleted_at',
  },
];
