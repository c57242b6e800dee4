import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SpeechProviderServer {
  /** The value of STT_OPENAI_URL. */
  url: string;
  /** The fields of the calls so far. */
  asked: Array<Record<string, unknown>>;
  server: Server;
}

/**
 * A provider that speaks the OpenAI transcription protocol and answers each call as it is told;
 * null: not at all.
 */
export async function startSpeechProvider(
  answer: () => { status: number; body: unknown; headers?: Record<string, string> } | null,
): Promise<SpeechProviderServer> {
  const asked: SpeechProviderServer['asked'] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    asked.push(Object.fromEntries(await new Response(Buffer.concat(chunks), { headers }).formData()));
    const given = answer();
    if (given === null) return;
    response.writeHead(given.status, { 'content-type': 'application/json', ...given.headers });
    response.end(JSON.stringify(given.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked, server };
}
