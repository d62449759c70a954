export abstract class Mailer {}
