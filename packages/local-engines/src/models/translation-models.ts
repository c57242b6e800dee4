import type { Model, ModelFile } from './model.ts';

/** The address where Mozilla publishes the models that Firefox downloads. */
const MOZILLA = 'https://firefox-settings-attachments.cdn.mozilla.net/';
const MPL: Model['licence'] = { name: 'MPL-2.0', url: 'https://www.mozilla.org/MPL/2.0/' };

function file(
  role: string,
  name: string,
  bytes: number,
  sha256: string,
  packed: { path: string; bytes: number; sha256: string },
): ModelFile {
  const { path, ...pins } = packed;
  return { role, name, bytes, sha256, download: { url: MOZILLA + path, ...pins, compression: 'zstd' } };
}

/**
 * Firefox Translations models of the size base-memory, one for each direction. The pins are those
 * of Mozilla's public records of 2025-10 (collection `translations-models-v2`).
 */
export const TRANSLATION_MODELS: readonly Model[] = [
  {
    id: 'translation-en-zh',
    kind: 'translation',
    title: 'English to Chinese',
    version: '3.0',
    licence: MPL,
    files: [
      file(
        'model',
        'model.enzh.intgemm.alphas.bin',
        43849787,
        '4e5accc141373565ddc8fa1565bceaa8d0c3482a82cab8131c719ebcc6c2157c',
        {
          path: 'main-workspace/translations-models-v2/321191b6-2c42-4bca-84ec-b7b074b67bd6.zst',
          bytes: 32923790,
          sha256: 'f0c96e546b0af7c1fe84647d450b1eba0b0591c167e1ead135b334e4b54f6e08',
        },
      ),
      file(
        'shortlist',
        'lex.50.50.enzh.s2t.bin',
        6506248,
        '4a5e5827788060f1d718a8132b69440929387514a045796e9b77f935db68c055',
        {
          path: 'main-workspace/translations-models-v2/900beaed-2dba-4a88-ad7c-852ec9e73f6a.zst',
          bytes: 2499275,
          sha256: 'c7e4b2ee202e6cf526d07f9c5a47b759ba32b0b42a5353d3db4ee1ff3bfb5217',
        },
      ),
      file(
        'sourceVocabulary',
        'srcvocab.enzh.spm',
        806952,
        'bd9b65504acc6d9726dd281f7defc2adb7c2c22d0688fe2f84697de25197c8c5',
        {
          path: 'main-workspace/translations-models-v2/83278466-fec4-4944-a99d-c2372fa9de88.zst',
          bytes: 348078,
          sha256: 'ec495ad8f0c80ba4eae5ac3b9a8e2ccb4a3a7becb1992efcfea5f4653ffdece1',
        },
      ),
      file(
        'targetVocabulary',
        'trgvocab.enzh.spm',
        772004,
        'aded6993c36e440284d11cec3f6b8aef9c0e43188a772d80be342a713adf223d',
        {
          path: 'main-workspace/translations-models-v2/84236654-1b66-42fc-9ba2-74c37f27e5eb.zst',
          bytes: 354994,
          sha256: '25c6c984a7556cb6478b9f1748ff68d8fd433c0e7d472bfdbd4d64a2dffa21f1',
        },
      ),
    ],
  },
  {
    id: 'translation-zh-en',
    kind: 'translation',
    title: 'Chinese to English',
    version: '3.1',
    licence: MPL,
    files: [
      file(
        'model',
        'model.zhen.intgemm.alphas.bin',
        43977787,
        '5cd149601802fc8a18124a1c1306144dbbedc058630c4ddb2d53aa76fa9c7c06',
        {
          path: 'main-workspace/translations-models-v2/8bb74789-fad9-40e0-8f49-d3e017106138.zst',
          bytes: 32186434,
          sha256: '37af47d465cd0bfdf5cf3c6452e860c6682519a7109f86c33cf5f332a3f4cfa4',
        },
      ),
      file(
        'shortlist',
        'lex.50.50.zhen.s2t.bin',
        9219192,
        '8524dd4c93ffd7f0ae7be32f77a7c14fea7cdbbebe34ea6ad0ec368d5ddd8b13',
        {
          path: 'main-workspace/translations-models-v2/a2261cbe-7fe7-498d-a128-c08d918b42fc.zst',
          bytes: 3427789,
          sha256: '59d9e4341d8cd4403ea1d12fc54c6100c4f25a7529df1f21f3d35952808e7d45',
        },
      ),
      file(
        'vocabulary',
        'vocab.zhen.spm',
        1359697,
        'dff594318ab7d8b7b60b844ab98ebe6b932ae8045fab15235404c787715965b3',
        {
          path: 'main-workspace/translations-models-v2/369efa59-d98e-4aa9-8a91-363ba16c3ba7.zst',
          bytes: 611595,
          sha256: '4f9c18c3665d995845a4e3ff71476a881a2c4257a5caf88a042237f4d1f14e58',
        },
      ),
    ],
  },
  {
    id: 'translation-en-ar',
    kind: 'translation',
    title: 'English to Arabic',
    version: '3.0',
    licence: MPL,
    files: [
      file(
        'model',
        'model.enar.intgemm.alphas.bin',
        31561787,
        'ae659d7045fc2e5d6ba50583586a5d94ee4358d92c019847e37b57a0e627faa8',
        {
          path: 'main-workspace/translations-models-v2/0d56ac93-c0ac-4854-b48e-09e38d51dace.zst',
          bytes: 22272394,
          sha256: '41dc919c1110508ad7f03ee53bbb28a54abd61d1b15bbc3fe51c5df5c9331016',
        },
      ),
      file(
        'shortlist',
        'lex.50.50.enar.s2t.bin',
        3139692,
        '2b7194817c5dd9225ca90c0d908cc92e1d6d1f45625781a5feb037ac568d6a61',
        {
          path: 'main-workspace/translations-models-v2/6b7c1061-729a-44e3-858d-409a7061a704.zst',
          bytes: 1204697,
          sha256: 'f5fe1d8d145e38b4c6fd9f7a35d0d5779388fa135743561e1d25e982d7191222',
        },
      ),
      file(
        'vocabulary',
        'vocab.enar.spm',
        863591,
        '8d93c54aa5e2044c416ec680b5ff9af0227bd698521666e8b1a1ea1b041fbae8',
        {
          path: 'main-workspace/translations-models-v2/371728a2-8c02-4528-bd76-4cd1c4e8f05e.zst',
          bytes: 351089,
          sha256: '9f68a65a64d4c64ea41d94024160e1443ff51b6c7ba0a2f93e7702beaa0b1d25',
        },
      ),
    ],
  },
  {
    id: 'translation-ar-en',
    kind: 'translation',
    title: 'Arabic to English',
    version: '3.0',
    licence: MPL,
    files: [
      file(
        'model',
        'model.aren.intgemm.alphas.bin',
        31561787,
        '7b7af0282dc5f4d8805b9a298c2fa828967e3f09ca10f1942ebeea0b2cfc12fa',
        {
          path: 'main-workspace/translations-models-v2/c1fc44d3-7b80-415e-9b74-57c4ee027559.zst',
          bytes: 22770191,
          sha256: 'beed6b0da7378dfe256a9c0604a0d07dcb2b9ad4ce5295ac1ea6f1c5815eed65',
        },
      ),
      file(
        'shortlist',
        'lex.50.50.aren.s2t.bin',
        4627200,
        '4b45f14dbea40d368093a13563fc1ca48457ee70c1291c82b206f3baff210081',
        {
          path: 'main-workspace/translations-models-v2/5fef8e32-9215-4eda-b63d-b4105b9820f6.zst',
          bytes: 1623998,
          sha256: '0dc3d51a8e41da0ee6f53784e04b2cd044e20e15f15b09aa9c1d96047de803b4',
        },
      ),
      file(
        'vocabulary',
        'vocab.aren.spm',
        860035,
        '51b4ee3f828d10015464523d0b4f5a6c086b0b2a9bde716a581001cf6c260366',
        {
          path: 'main-workspace/translations-models-v2/324af319-7174-4574-a0e5-dc047a78aa33.zst',
          bytes: 349058,
          sha256: '4e7256a9b84ae2773a5b32a234418d1c111a018b9e1bf2580ad83972d5166687',
        },
      ),
    ],
  },
];
