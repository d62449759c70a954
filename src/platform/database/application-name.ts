/** The name of the sessions of the service in the database. */
export const APPLICATION_NAME = 'workforce-engagement-service';
