import { Buffer } from 'node:buffer';
import { z } from 'zod';
import {
  chatCompletionsUrl,
  type OpenAiCompatibleOptions,
  openAiHeaders,
} from '../translate/providers/openai-compatible.ts';
import { ProviderError } from '../translate/providers/provider.ts';
import { type ProviderResponse, requestProvider, statusError } from '../translate/providers/provider-http.ts';
import type { Extracted } from './extraction/extracted.ts';
import { DocumentReadError } from './recognized-document.ts';
import type { ScanProvider } from './scan-provider.ts';
import type { ScanImage } from './scan-request.ts';
import {
  CARD_QUESTION,
  instructions,
  PASS_QUESTION,
  parseTextResponse,
  parseVisionResponse,
  responseSchema,
  TEXT_QUESTION,
  type VisionQuestion,
} from './vision-response.ts';

interface Question<Found> {
  instructions: string;
  /** JSON schema of the answer. */
  schema: object;
  /** @returns null when the answer is not what was asked for */
  parse(content: string): Found | null;
}

const completionSchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })).min(1),
});

/** Formats that such servers take. */
const MEDIA_TYPES: Partial<Record<ScanImage['kind'], string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

/** Statuses of a picture that the server will not take however often it is sent. */
const PICTURE_REFUSED: ReadonlySet<number> = new Set([400, 413, 415, 422]);

/**
 * Reads a picture with a vision model on any OpenAI-compatible server. The picture leaves this
 * machine for that server. The answer is validated key by key, because models talk, guess, and obey
 * text on a card.
 */
export function visionProvider(options: OpenAiCompatibleOptions): ScanProvider {
  const url = chatCompletionsUrl(options.url);
  // Some servers refuse a JSON schema. The first refusal is remembered for the life of the process.
  let sendSchema = true;

  async function complete(
    image: ScanImage,
    question: Question<unknown>,
    signal: AbortSignal,
  ): Promise<ProviderResponse> {
    const picture = `data:${MEDIA_TYPES[image.kind]};base64,${Buffer.from(image.bytes).toString('base64')}`;
    return requestProvider(url, {
      method: 'POST',
      headers: openAiHeaders(options.key),
      body: JSON.stringify({
        model: options.model,
        stream: false,
        messages: [
          { role: 'system', content: question.instructions },
          { role: 'user', content: [{ type: 'image_url', image_url: { url: picture } }] },
        ],
        ...(sendSchema
          ? {
              response_format: {
                type: 'json_schema',
                json_schema: { name: 'document', strict: true, schema: question.schema },
              },
            }
          : {}),
      }),
      signal,
    });
  }

  async function request<Found>(
    image: ScanImage,
    question: Question<Found>,
    signal: AbortSignal,
  ): Promise<Found> {
    if (!MEDIA_TYPES[image.kind]) {
      throw new DocumentReadError('gave-up', 'Vision models take no pictures of this format');
    }
    let answer = await complete(image, question, signal);
    if ([400, 422].includes(answer.status) && sendSchema) {
      sendSchema = false;
      answer = await complete(image, question, signal);
      // It was the picture, then, not the schema.
      if (!answer.ok) sendSchema = true;
    }
    if (PICTURE_REFUSED.has(answer.status)) {
      throw new DocumentReadError('gave-up', 'The model does not take the picture', {
        cause: statusError(answer),
      });
    }
    if (!answer.ok) throw statusError(answer);
    const content = completionSchema.safeParse(answer.body).data?.choices[0]?.message.content ?? '';
    const found = question.parse(content);
    if (found === null)
      throw new ProviderError('bad-answer', 'The answer is not the JSON that was asked for');
    return found;
  }

  return {
    name: 'openai-compatible',
    description: `OpenAI-compatible: ${options.model} at ${new URL(url).host}`,
    readCard: (image, { signal }) => request(image, questionOf(CARD_QUESTION), signal),
    readPass: (image, { signal }) => request(image, questionOf(PASS_QUESTION), signal),
    readText: (image, { signal }) => request(image, { ...TEXT_QUESTION, parse: parseTextResponse }, signal),
  };
}

function questionOf<Field extends string>(fields: VisionQuestion<Field>): Question<Extracted<Field>> {
  return {
    instructions: instructions(fields),
    schema: responseSchema(fields),
    parse: (content) => parseVisionResponse(content, fields),
  };
}
