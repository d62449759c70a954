export class PlansController {}
