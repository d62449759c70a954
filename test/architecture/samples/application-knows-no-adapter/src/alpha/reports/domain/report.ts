export class Report {}
