import type { Page } from '@playwright/test';

/** Selectors of the page. */
export const BARE_ACT = '#act';
export const BARE_RESULT = '#result';

/** Who calls, and how the server knows them. */
export interface BareCaller {
  origin: string;
  apiKey: string;
  accessToken: string;
}

/**
 * A page without a framework whose button calls a function of the database through the same API, and
 * writes `done` when the answer is there.
 * @param name of the function
 * @param body its arguments
 */
export async function showBareCall(
  page: Page,
  { origin, apiKey, accessToken }: BareCaller,
  name: string,
  body: object,
): Promise<void> {
  // Of the same origin, as the product's pages are.
  await page.goto(`${origin}/healthz`);
  await page.evaluate(
    ([url, headers, json]) => {
      document.body.innerHTML = '<button id="act">Act</button> <p id="result"></p>';
      document.querySelector('#act')?.addEventListener('click', async () => {
        const answer = await fetch(url, { method: 'POST', headers, body: json });
        const result = document.querySelector('#result');
        if (result) result.textContent = answer.ok ? 'done' : `failed: ${answer.status}`;
      });
    },
    [
      `${origin}/rest/v1/rpc/${name}`,
      { apikey: apiKey, authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      JSON.stringify(body),
    ] as const,
  );
}
