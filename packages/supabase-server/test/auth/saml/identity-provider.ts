import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as samlify from 'samlify';
import { goodFields, type ResponseFields, responseXml, type SigningKey, signingKeyOf } from './responses.ts';

/** The form that a browser would post to us. */
export interface ResponseForm {
  action: string;
  SAMLResponse: string;
  RelayState: string;
}

/** The person who is signed in at the identity provider. */
export type Visitor = Partial<
  Pick<ResponseFields, 'nameId' | 'nameIdFormat' | 'attributes' | 'sessionUntil'>
>;

// samlify wants to be told that messages may be read without their XML schema.
samlify.setSchemaValidator({ validate: async () => 'not checked' });

/** A company's identity provider: samlify in a web server. It accepts signed requests only. */
export class IdentityProvider {
  readonly key: SigningKey = signingKeyOf('identity provider');
  /** The person who signs in next. */
  visitor: Visitor = {};
  /** Our metadata, as an administrator would hand it over. */
  serviceMetadata = '';
  /** The number of times that the metadata was read. */
  metadataReads = 0;
  #url = '';
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: Error) => response.writeHead(400).end(error.message));
    });
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.#url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get entityId(): string {
    return `${this.#url}/metadata`;
  }

  get metadataUrl(): string {
    return `${this.#url}/metadata`;
  }

  get metadata(): string {
    return metadataXml({ entityId: this.entityId, signInUrl: `${this.#url}/sign-in`, key: this.key });
  }

  /** Opens a sign-in address as a browser does. @returns the form that its page posts by itself */
  async open(url: string): Promise<ResponseForm> {
    const response = await fetch(url);
    const page = await response.text();
    if (!response.ok) throw new Error(`the identity provider answered ${response.status}: ${page}`);
    const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';
    return {
      action: /action="([^"]*)"/.exec(page)?.[1] ?? '',
      SAMLResponse: value('SAMLResponse'),
      RelayState: value('RelayState'),
    };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', this.#url);
    if (url.pathname === '/metadata') {
      this.metadataReads += 1;
      response.setHeader('content-type', 'application/samlmetadata+xml');
      response.end(this.metadata);
      return;
    }
    const form = await this.#signIn(url);
    response.setHeader('content-type', 'text/html');
    response.end(
      `<body onload="document.forms[0].submit()"><form method="post" action="${form.action}">` +
        `<input type="hidden" name="SAMLResponse" value="${form.SAMLResponse}">` +
        `<input type="hidden" name="RelayState" value="${form.RelayState}"></form></body>`,
    );
  }

  /** Checks the request with its signature, and vouches for the visitor. */
  async #signIn(url: URL): Promise<ResponseForm> {
    const idp = samlify.IdentityProvider({ metadata: this.metadata, privateKey: this.key.privateKey });
    const sp = samlify.ServiceProvider({ metadata: this.serviceMetadata });
    const query = Object.fromEntries(url.searchParams);
    // The signature covers the query as it was sent.
    const signed = ['SAMLRequest', 'RelayState', 'SigAlg'].map(
      (name) => new RegExp(`[?&](${name}=[^&]*)`).exec(url.search)?.[1] ?? '',
    );
    const { extract } = await idp.parseLoginRequest(sp, 'redirect', { query, octetString: signed.join('&') });
    const fields: ResponseFields = {
      ...goodFields({
        issuer: this.entityId,
        recipient: String(sp.entityMeta.getAssertionConsumerService('post')),
        audience: sp.entityMeta.getEntityID(),
        requestId: String(extract.request?.id),
      }),
      ...this.visitor,
    };
    const made = await idp.createLoginResponse(
      sp,
      { extract },
      'post',
      {},
      {
        customTagReplacement: () => ({ id: fields.responseId, context: responseXml(fields) }),
      },
    );
    return { action: fields.recipient, SAMLResponse: made.context, RelayState: query.RelayState ?? '' };
  }
}

export function metadataXml(idp: { entityId: string; signInUrl: string; key: SigningKey }): string {
  const certificate = idp.key.certificate.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  return (
    `<?xml version="1.0"?><!-- An identity provider -->` +
    `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${idp.entityId}">` +
    `<md:IDPSSODescriptor WantAuthnRequestsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">` +
    `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>` +
    `<ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>` +
    `<md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>` +
    `<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${idp.signInUrl}"/>` +
    `</md:IDPSSODescriptor></md:EntityDescriptor>`
  );
}
