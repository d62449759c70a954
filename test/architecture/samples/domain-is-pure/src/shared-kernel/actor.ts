export type Actor = string;
