import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useProfile } from '@/entities/profile/profile-query.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { answer, json, SERVER_ORIGIN } from '@/shared/testing/answers.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { person } from '@/shared/testing/people.ts';
import { blankCard, brokenPicture, chooseFile } from '@/shared/testing/pictures.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { expectToast } from '@/shared/testing/toasts.ts';
import { AvatarField } from './avatar-field.tsx';

const BUCKET = '/storage/v1/object/avatars';

const choose = page.getByRole('button', { name: 'Choose a picture' });
const change = page.getByRole('button', { name: 'Change picture' });

/** The field as a page has it: of the profile in the query cache. */
function OwnPicture() {
  const profile = useProfile().data;
  return profile ? <AvatarField profile={profile} /> : null;
}

/** A server that keeps one person's picture. */
function startServer(given: Profile) {
  let profile = given;
  const uploaded: { path: string; picture: Blob }[] = [];
  const removed: unknown[] = [];
  answer('PATCH /rest/v1/profiles', async (request) => {
    profile = { ...profile, ...((await request.json()) as object) };
    return json(profile);
  });
  answer('POST /storage/v1/object/list/avatars', () =>
    json(['old.webp', ...uploaded.map(({ path }) => path.split('/')[1])].map((name) => ({ name }))),
  );
  answer(`DELETE ${BUCKET}`, async (request) => {
    removed.push(await request.json());
    return json([]);
  });
  // The browser makes up the name of the file.
  const others = window.fetch;
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    const [, path] = new URL(request.url).pathname.split(`${BUCKET}/`);
    if (request.method !== 'POST' || path === undefined) return others(input, init);
    const picture = (await request.formData()).get('');
    if (picture instanceof Blob) uploaded.push({ path, picture });
    return json({ Id: crypto.randomUUID(), Key: `avatars/${path}` });
  };
  return { uploaded, removed, saved: () => profile };
}

test('a file that is no picture is refused', async () => {
  const me = person();
  await renderInApp(<AvatarField profile={me} />, { as: me });
  await chooseFile(choose, brokenPicture());
  await expectToast('Error', 'This picture cannot be opened here. Please choose a JPEG, PNG or WebP.');
});

test('a picture is placed by keyboard, saved as a square, and replaces the old ones', async () => {
  const me = person();
  const server = startServer(me);
  await renderInApp(<OwnPicture />, { as: me });
  await chooseFile(choose, await blankCard());
  const area = page.getByRole('application');
  await expect.element(area).toBeVisible();
  const zoom = page.getByRole('slider', { name: 'Zoom' });
  (zoom.element() as HTMLElement).focus();
  await userEvent.keyboard('{PageUp}');
  await expect.element(zoom).not.toHaveValue('1');
  const use = page.getByRole('button', { name: 'Use picture' });
  await expect.element(use).toBeEnabled();
  expect(await lookFindings()).toEqual([]);
  const place = () => document.querySelector<HTMLElement>('[role=dialog] img')?.style.transform;
  const before = place();
  (area.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(place).not.toBe(before);
  (use.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expectToast('Success', 'Picture saved');
  await expect.element(change).toBeVisible();

  const [first] = server.uploaded;
  if (!first) throw new Error('No picture was uploaded');
  expect(first.path).toMatch(new RegExp(`^${me.user_id}/[0-9a-f]{32}\\.webp$`));
  expect(server.saved().avatar_url).toBe(`${SERVER_ORIGIN}/storage/v1/object/public/avatars/${first.path}`);
  const { width, height } = await createImageBitmap(first.picture);
  expect(width).toBe(height);
  expect(width).toBeLessThanOrEqual(512);
  await expect.poll(() => server.removed).toEqual([{ prefixes: [`${me.user_id}/old.webp`] }]);
});

describe('a picture that is there', () => {
  const id = crypto.randomUUID();
  const avatar_url = `${SERVER_ORIGIN}/storage/v1/object/public/avatars/${id}/${'0'.repeat(32)}.webp`;

  test('can be removed, and that can be taken back', async () => {
    const me = person({ id, avatar_url });
    const server = startServer(me);
    await renderInApp(<OwnPicture />, { as: me });
    await page.getByRole('button', { name: 'Remove picture' }).click();
    await expectToast('Picture removed');
    await expect.element(choose).toBeVisible();
    expect(server.saved().avatar_url).toBeNull();
    // The file goes once the removal cannot be taken back.
    expect(server.removed).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(change).toBeVisible();
    expect(server.saved().avatar_url).toBe(avatar_url);
  });
});
