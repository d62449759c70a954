/** A message to one person. */
export interface MailMessage {
  /** Address object, never a composed string: a line break in a name must not become a header. */
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Stable `Message-ID` without brackets, so that a message sent again can be recognised. */
  readonly messageId: string;
  /** BCP 47 tag of the language of the message. */
  readonly language: string;
  /** Ends messages like this one: a page, which also takes the one click of RFC 8058 where it is `https`. */
  readonly unsubscribeUrl?: string;
}
