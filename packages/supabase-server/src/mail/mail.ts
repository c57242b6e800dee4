/** One mail to one address, as text and as HTML of the same words. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /**
   * The person who wrote the mail, for a mail that is not the product's own: their name beside the
   * installation's address, and the address that gets the replies.
   */
  writer?: { name: string; address: string };
  /** The Message-ID, with its angle brackets: the same for each attempt at one mail. */
  messageId?: string;
  /** Further headers, without line breaks. */
  headers?: Readonly<Record<string, string>>;
}

export interface Mailer {
  /**
   * Resolves when the mail server (or the outbox folder) has taken the mail over.
   * @throws when it has not.
   */
  send(mail: Mail): Promise<void>;
}
