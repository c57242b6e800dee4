import { createPrivateKey, createPublicKey, sign } from 'node:crypto';

const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const NULL = 0x05;
const OBJECT_ID = 0x06;
const UTF8_STRING = 0x0c;
const GENERALIZED_TIME = 0x18;

/** 1.2.840.113549.1.1.11 and 2.5.4.3, DER-encoded. */
const SHA256_WITH_RSA = Buffer.from('2a864886f70d01010b', 'hex');
const COMMON_NAME = Buffer.from('550403', 'hex');

/**
 * A certificate around an RSA key, for places that take keys only in certificates, such as SAML
 * metadata. Node cannot make one. It vouches for nothing, so that its serial number and its dates
 * are always the same: every process makes the same certificate of the same key.
 * @param privateKey PEM
 * @returns PEM (X.509, version 1, RFC 5280)
 */
export function selfSignedCertificate(privateKey: string, commonName: string): string {
  const key = createPrivateKey(privateKey);
  const algorithm = der(SEQUENCE, der(OBJECT_ID, SHA256_WITH_RSA), der(NULL));
  const name = der(
    SEQUENCE,
    der(SET, der(SEQUENCE, der(OBJECT_ID, COMMON_NAME), der(UTF8_STRING, Buffer.from(commonName, 'utf8')))),
  );
  const certificate = der(
    SEQUENCE,
    der(INTEGER, Buffer.from([1])),
    algorithm,
    name,
    der(SEQUENCE, time('20200101000000Z'), time('99991231235959Z')),
    name,
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', certificate, key)]);
  const signed = der(SEQUENCE, certificate, algorithm, der(BIT_STRING, signature));
  const lines = signed.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

function time(value: string): Buffer {
  return der(GENERALIZED_TIME, Buffer.from(value, 'ascii'));
}

function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag]), derLength(content.length), content]);
}

function derLength(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes = length < 0x100 ? [length] : [length >> 8, length & 0xff];
  return Buffer.from([0x80 | bytes.length, ...bytes]);
}
