export type Process = string;
