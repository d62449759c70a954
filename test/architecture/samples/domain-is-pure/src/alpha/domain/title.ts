export type Title = string;
