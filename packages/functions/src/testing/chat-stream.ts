import type { LocalStream } from './local-server.ts';

/** One chunk of a streamed chat completion, as OpenAI's API documents it. */
export function chunk(content: string | null, finish_reason: string | null = null): string {
  const delta = content === null ? {} : { content };
  const choices = [{ index: 0, delta, finish_reason }];
  return `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', choices })}\n\n`;
}

export const DONE = 'data: [DONE]\n\n';

/** A whole streamed answer of these pieces. */
export function streamOf(...pieces: string[]): LocalStream {
  return { pieces: [...pieces.map((piece) => chunk(piece)), chunk(null, 'stop'), DONE], ending: 'end' };
}
