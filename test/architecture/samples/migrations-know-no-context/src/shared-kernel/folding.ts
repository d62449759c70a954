export const fold = '';
