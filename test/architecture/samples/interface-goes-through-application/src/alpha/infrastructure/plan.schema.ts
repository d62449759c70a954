export interface PlanRow {}
