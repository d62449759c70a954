export abstract class PlanSheet {}
