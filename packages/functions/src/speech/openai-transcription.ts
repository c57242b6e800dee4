import { z } from 'zod';
import {
  type OpenAiCompatibleOptions,
  openAiError,
  openAiHeaders,
  openAiIdentity,
  openAiUrl,
} from '../providers/openai-compatible.ts';
import { ProviderError } from '../providers/provider.ts';
import { requestProvider } from '../providers/provider-http.ts';
import type { SpeechProvider } from './speech-provider.ts';

const answerSchema = z.object({ text: z.string() });

/**
 * Writes down recordings with any server that speaks OpenAI's transcriptions: OpenAI, vLLM,
 * whisper.cpp's server, speaches and other faster-whisper servers.
 * @throws {TypeError} when the address is no URL
 */
export function openAiTranscription(options: OpenAiCompatibleOptions): SpeechProvider {
  const url = openAiUrl(options.url, '/audio/transcriptions');
  return {
    ...openAiIdentity(options),
    async transcribe({ audio, language }, signal) {
      const form = new FormData();
      form.set('file', new Blob([audio.bytes], { type: audio.mimeType }), audio.fileName);
      form.set('model', options.model);
      form.set('response_format', 'json');
      // ISO 639-1, as the profile's language codes are.
      if (language) form.set('language', language);
      const answer = await requestProvider(url, {
        method: 'POST',
        headers: openAiHeaders(options.key),
        body: form,
        signal,
      });
      if (!answer.ok) throw openAiError(answer);
      const parsed = answerSchema.safeParse(answer.body);
      if (!parsed.success) {
        throw new ProviderError('bad-answer', 'The answer is no transcription', { status: answer.status });
      }
      return parsed.data.text;
    },
  };
}
