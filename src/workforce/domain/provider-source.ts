/** The source of the people whom an identity provider has created, and of those of no source whom it has changed. */
export const PROVIDER_SOURCE = 'scim';
