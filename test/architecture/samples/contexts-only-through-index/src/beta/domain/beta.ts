export class Beta {}
