import type { ReaderLanguage } from '../../shared-kernel/reader-language.js';

/** Texts of the mail in one language, with the placeholders `{key}`, `{company}` and `{day}`. */
export interface KeyExpiryMailWords {
  readonly subject: string;
  /** Follows the greeting: in German it begins in lower case. */
  readonly announcement: string;
  readonly consequence: string;
  readonly remedy: string;
}

export const KEY_EXPIRY_MAIL_WORDS = {
  en: {
    subject: 'The API key {key} ends on {day}',
    announcement: 'The API key {key} of {company} ends on {day}.',
    consequence: 'Systems that use it get no data after that day, and the webhooks of the key are disabled.',
    remedy:
      'Rotate the key, and give the new one to the system; until then both work. If no system uses it, nothing needs ' +
      'to be done.',
  },
  es: {
    subject: 'La clave de API {key} caduca el {day}',
    announcement: 'La clave de API {key} de {company} caduca el {day}.',
    consequence:
      'Los sistemas que la usan dejarán de recibir datos después de ese día, y los webhooks de la clave se desactivarán.',
    remedy:
      'Renueve la clave y dé la nueva al sistema; hasta entonces valen las dos. Si ningún sistema la usa, no hay que ' +
      'hacer nada.',
  },
  fr: {
    subject: 'La clé d’API {key} expire le {day}',
    announcement: 'La clé d’API {key} de {company} expire le {day}.',
    consequence:
      'Les systèmes qui l’utilisent ne reçoivent plus de données après ce jour, et les webhooks de la clé sont désactivés.',
    remedy:
      'Renouvelez la clé et donnez la nouvelle au système ; d’ici là, les deux sont valables. Si aucun système ne ' +
      'l’utilise, il n’y a rien à faire.',
  },
  de: {
    subject: 'Der API-Schlüssel {key} endet am {day}',
    announcement: 'der API-Schlüssel {key} von {company} endet am {day}.',
    consequence:
      'Systeme, die ihn verwenden, bekommen nach diesem Tag keine Daten mehr, und seine Webhooks werden abgeschaltet.',
    remedy:
      'Erneuern Sie den Schlüssel und geben Sie dem System den neuen; bis dahin gelten beide. Wenn kein System ihn ' +
      'verwendet, ist nichts zu tun.',
  },
  pt: {
    subject: 'A chave de API {key} expira a {day}',
    announcement: 'A chave de API {key} de {company} expira a {day}.',
    consequence:
      'Os sistemas que a usam deixam de receber dados depois desse dia, e os webhooks da chave são desativados.',
    remedy:
      'Renove a chave e dê a nova ao sistema; até lá, ambas são válidas. Se nenhum sistema a usa, não é preciso fazer ' +
      'nada.',
  },
  it: {
    subject: 'La chiave API {key} scade il {day}',
    announcement: 'La chiave API {key} di {company} scade il {day}.',
    consequence:
      'I sistemi che la usano non ricevono più dati dopo quel giorno, e i webhook della chiave vengono disattivati.',
    remedy:
      'Rinnovi la chiave e dia quella nuova al sistema; fino ad allora valgono entrambe. Se nessun sistema la usa, non ' +
      'c’è nulla da fare.',
  },
} as const satisfies Record<ReaderLanguage, KeyExpiryMailWords>;
