import { describe, expect, it } from 'vitest';
import { avatarPath, avatarSource } from './avatar-url.ts';

const USER = '5f0c6a3e-8f0e-4a57-9d55-0d6a4a1c7c11';
const FILE = `${USER}/0123456789abcdef0123456789abcdef.webp`;
const BASE = 'https://fair.example/storage/v1/object/public/avatars';

describe('avatarPath', () => {
  it('is the folder and the name of a picture in the bucket', () => {
    expect(avatarPath(`${BASE}/${FILE}`)).toBe(FILE);
    expect(avatarPath(`${BASE}/${FILE.replace('.webp', '.jpg')}?download`)).toMatch(/\.jpg$/);
  });

  it.each([
    null,
    undefined,
    '',
    'face.webp',
    'https://elsewhere.example/face.webp',
    `${BASE}/face.webp`,
    `${BASE}/${USER}/../../chat-files/x.webp`,
    `${BASE}/${FILE}.svg`,
    `https://fair.example/x${'/storage/v1/object/public/avatars/'}${FILE}`,
    'javascript:alert(1)',
  ])('%s is not an avatar', (url) => {
    expect(avatarPath(url)).toBeNull();
  });
});

describe('avatarSource', () => {
  it('is under the address by which the browser reaches the API', () => {
    expect(avatarSource(`${BASE}/${FILE}`, 'http://192.0.2.7:3000')).toBe(
      `http://192.0.2.7:3000/storage/v1/object/public/avatars/${FILE}`,
    );
  });

  it('never leads to another site', () => {
    const elsewhere = `https://elsewhere.example/storage/v1/object/public/avatars/${FILE}`;
    expect(avatarSource(elsewhere, 'https://fair.example')).toBe(`${BASE}/${FILE}`);
    expect(avatarSource('https://elsewhere.example/face.webp', 'https://fair.example')).toBeNull();
    expect(avatarSource(`${BASE}/${FILE}`, undefined)).toBeNull();
  });
});
