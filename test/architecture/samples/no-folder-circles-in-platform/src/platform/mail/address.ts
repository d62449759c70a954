export const isAddress = (text: string): boolean => text.includes('@');
