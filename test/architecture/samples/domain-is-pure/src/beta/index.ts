export type Beta = string;
