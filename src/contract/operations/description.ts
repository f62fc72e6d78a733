import Type from 'typebox';
import { anyToken, operation } from '../operation.ts';

export const getApiDescription = operation({
  operationId: 'get_api_description',
  method: 'GET',
  path: '/api/v1/openapi.json',
  summary: 'Read this description',
  description: 'The OpenAPI 3.1 document of the deployed interface.',
  tag: 'Description',
  minimumRole: 'SVC.APIReader',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
  responses: {
    200: { description: 'The OpenAPI document.', schema: Type.Object({}, { additionalProperties: true }) },
  },
  problems: [],
});

export const getApiReference = operation({
  operationId: 'get_api_reference',
  method: 'GET',
  path: '/api/v1/docs',
  summary: 'Open the interactive documentation',
  description:
    'A page that lists every operation and can call it. The console opens it with the signed-in token.',
  tag: 'Description',
  minimumRole: 'SVC.APIReader',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
  responses: { 200: { description: 'The page.', schema: Type.String(), contentType: 'text/html' } },
  problems: [],
});
