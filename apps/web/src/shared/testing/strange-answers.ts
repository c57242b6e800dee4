/** What may answer in the server's place, each time it is asked. */
export const STRANGE_ANSWERS = {
  'a gateway whose server is away': () => webPage(502, '502 Bad Gateway'),
  'the page of a captive portal': () => webPage(200, 'Welcome to the hall. Accept our terms'),
  'a crash': () => Response.json({ code: 'XX000', message: 'boom' }, { status: 500 }),
} satisfies Record<string, () => Response>;

/** Of none of which a reader should see a word. */
export const WORDS_OF_STRANGERS = /Bad Gateway|Accept our terms|boom|DOCTYPE|Unexpected token/;

function webPage(status: number, heading: string): Response {
  return new Response(`<!DOCTYPE html><html><body><h1>${heading}</h1></body></html>`, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
}
