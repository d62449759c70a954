export class PlansService {}
