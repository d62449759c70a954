export class PlanRepository {}
