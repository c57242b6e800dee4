import { expect, test } from 'vitest';
import { openAiUrl } from './openai-compatible.ts';

test.each([
  ['https://api.example', 'https://api.example/v1/chat/completions'],
  ['https://api.example/', 'https://api.example/v1/chat/completions'],
  ['https://api.example/v1', 'https://api.example/v1/chat/completions'],
  ['https://api.example/v1/', 'https://api.example/v1/chat/completions'],
  ['http://127.0.0.1:11434', 'http://127.0.0.1:11434/v1/chat/completions'],
  ['https://api.example/openai/v1', 'https://api.example/openai/v1/chat/completions'],
  ['https://api.example/v1beta/openai/', 'https://api.example/v1beta/openai/chat/completions'],
  ['https://api.example/llm', 'https://api.example/llm/v1/chat/completions'],
  ['https://api.example/v1/chat/completions', 'https://api.example/v1/chat/completions'],
  ['https://api.example/x?api-version=1', 'https://api.example/x/v1/chat/completions?api-version=1'],
])('%s leads to chat completions at %s', (base, expected) => {
  expect(openAiUrl(base, '/chat/completions')).toBe(expected);
});

test.each([
  ['http://127.0.0.1:8000', 'http://127.0.0.1:8000/v1/audio/transcriptions'],
  ['https://api.openai.com/v1/', 'https://api.openai.com/v1/audio/transcriptions'],
  ['https://ai.example/api/v1beta/openai', 'https://ai.example/api/v1beta/openai/audio/transcriptions'],
  ['https://ai.example/stt/audio/transcriptions', 'https://ai.example/stt/audio/transcriptions'],
])('%s leads to transcriptions at %s', (base, expected) => {
  expect(openAiUrl(base, '/audio/transcriptions')).toBe(expected);
});
