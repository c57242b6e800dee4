import type { Language } from '@dragoman/domain/languages';
import type { ReactNode } from 'react';
import { eventAdminTexts } from '../i18n/event-admin-texts.ts';
import { loadTextsOf } from '../i18n/i18n.ts';
import { ADMIN_API, answer, json } from './answers.ts';
import { renderInApp } from './render-in-app.tsx';

let texts: Promise<void> | undefined;

/** Renders a part of the administrators' page, whose texts are loaded like the page. */
export async function renderForAdmin(part: ReactNode, language?: Language) {
  texts ??= loadTexts();
  await texts;
  return renderInApp(part, { at: '/organiser', ...(language && { language }) });
}

/** The texts can be loaded once others are. */
async function loadTexts(): Promise<void> {
  const { unmount } = await renderInApp(null);
  await loadTextsOf(eventAdminTexts);
  await unmount();
}

type Act = 'POST' | 'PUT' | 'DELETE';

/** What the administrators' page reads. @param path within its API, as `/settings` */
export function adminReads(path: string, value: unknown): void {
  answer(`GET ${ADMIN_API}${path}`, () => json(value));
}

/**
 * Answers an act of an administrator.
 * @param given its answer; none: it is done (204)
 * @returns the bodies that were sent, which grow; null for one without a body
 */
export function adminActs(act: `${Act} /${string}`, given?: () => Response | object): unknown[] {
  const sent: unknown[] = [];
  answer(act.replace(' ', ` ${ADMIN_API}`), async (request) => {
    const isJson = request.headers.get('Content-Type') === 'application/json';
    sent.push(isJson ? await request.json() : null);
    const result = given?.() ?? new Response(null, { status: 204 });
    return result instanceof Response ? result : json(result);
  });
  return sent;
}

/** A refusal as the administrators' API words it. */
export function refusal(status: number, code: string, more: object = {}): Response {
  return json({ code, message: 'For developers', ...more }, status);
}
