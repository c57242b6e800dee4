import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Provider {
  /** The value of TRANSLATION_OPENAI_URL. */
  url: string;
  /** Bodies of the calls so far. */
  asked: string[];
  server: Server;
}

/** A provider that speaks the OpenAI chat protocol and answers each call as it is told. */
export async function startProvider(
  answers: (asked: string) => { status: number; content?: string },
): Promise<Provider> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    asked.push(body);
    const { status, content } = answers(body);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked, server };
}
