export class Plan {}
