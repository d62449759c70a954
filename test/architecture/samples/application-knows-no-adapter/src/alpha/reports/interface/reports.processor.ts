export class ReportsProcessor {}
