export interface Settings {}
