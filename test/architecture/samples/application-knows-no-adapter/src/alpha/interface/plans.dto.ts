export class PlanBody {}
