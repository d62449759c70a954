/** Identifies an employee in a path. */
export type EmployeeKey = { readonly email: string } | { readonly externalId: string };
