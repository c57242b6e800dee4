// Files whose first bytes match their type, with any content after them: buckets that restrict
// types check those bytes.

const WEBM = Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex');
const WEBP = Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1');
const JPEG = Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF\0', 'latin1');
const PNG = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000049444154',
  'hex',
);
const ZIP = Buffer.from(`PK\x03\x04\x14${'\0'.repeat(40)}`, 'latin1');
const PDF = Buffer.from('%PDF-1.7\n');

const beginningWith = (signature: Buffer) => (content: string) =>
  Buffer.concat([signature, Buffer.from(content)]);

export const webm = beginningWith(WEBM);
export const webp = beginningWith(WEBP);
export const jpeg = beginningWith(JPEG);
export const png = beginningWith(PNG);
export const pdf = beginningWith(PDF);
export const zip = beginningWith(ZIP);
