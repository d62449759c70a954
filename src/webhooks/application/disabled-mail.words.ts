import type { ReaderLanguage } from '../../shared-kernel/reader-language.js';

/** Texts of the mail in one language, with the placeholders `{host}` and `{webhook}`. */
export interface DisabledMailWords {
  readonly subject: string;
  /** Follows the greeting: in German it begins in lower case. */
  readonly failing: string;
  readonly gone: string;
  readonly consequence: string;
  readonly remedy: string;
}

export const DISABLED_MAIL_WORDS = {
  en: {
    subject: 'A webhook to {host} was disabled',
    failing: 'Nothing that we sent to the webhook {webhook} has arrived for five days, so it is disabled.',
    gone: 'The receiver of the webhook {webhook} has answered that it wants no messages any more, so it is disabled.',
    consequence: 'The system behind it is not told of changes until the webhook is enabled again.',
    remedy: 'Changes are not lost: the system finds them in the change feed.',
  },
  es: {
    subject: 'Se ha desactivado un webhook hacia {host}',
    failing:
      'Desde hace cinco días no llega nada de lo que enviamos al webhook {webhook}, así que está desactivado.',
    gone: 'El receptor del webhook {webhook} ha respondido que ya no quiere mensajes, así que está desactivado.',
    consequence:
      'El sistema que está detrás no se entera de los cambios hasta que alguien active de nuevo el webhook.',
    remedy: 'Los cambios no se pierden: el sistema los encuentra en el registro de cambios (change feed).',
  },
  fr: {
    subject: 'Un webhook vers {host} a été désactivé',
    failing:
      'Rien de ce que nous envoyons au webhook {webhook} n’arrive depuis cinq jours : il est désactivé.',
    gone: 'Le destinataire du webhook {webhook} a répondu qu’il ne veut plus de messages : il est désactivé.',
    consequence:
      'Le système concerné n’est plus informé des changements tant que personne ne réactive le webhook.',
    remedy:
      'Les changements ne sont pas perdus : le système les trouve dans le flux des changements (change feed).',
  },
  de: {
    subject: 'Ein Webhook an {host} wurde abgeschaltet',
    failing:
      'seit fünf Tagen kommt nichts an, was wir an den Webhook {webhook} senden. Er ist jetzt abgeschaltet.',
    gone: 'der Empfänger des Webhooks {webhook} will keine Nachrichten mehr. Er ist jetzt abgeschaltet.',
    consequence:
      'Das System dahinter erfährt von Änderungen erst wieder, wenn jemand den Webhook einschaltet.',
    remedy:
      'Änderungen gehen nicht verloren: Das System findet sie in der Liste der Änderungen (change feed).',
  },
  pt: {
    subject: 'Um webhook para {host} foi desativado',
    failing: 'Há cinco dias que nada do que enviamos ao webhook {webhook} chega; por isso, está desativado.',
    gone: 'O destinatário do webhook {webhook} respondeu que já não quer mensagens; por isso, está desativado.',
    consequence: 'O sistema em causa só volta a saber das alterações quando alguém ativar de novo o webhook.',
    remedy: 'As alterações não se perdem: o sistema encontra-as no registo de alterações (change feed).',
  },
  it: {
    subject: 'Un webhook verso {host} è stato disattivato',
    failing:
      'Da cinque giorni non arriva nulla di ciò che inviamo al webhook {webhook}, quindi è disattivato.',
    gone: 'Il destinatario del webhook {webhook} ha risposto che non vuole più messaggi, quindi è disattivato.',
    consequence:
      'Il sistema interessato non viene informato delle modifiche finché qualcuno non riattiva il webhook.',
    remedy: 'Le modifiche non vanno perse: il sistema le trova nel registro delle modifiche (change feed).',
  },
} as const satisfies Record<ReaderLanguage, DisabledMailWords>;
