export const http = '';
