import type { Settings } from '../cli/configuration/settings.ts';

export interface Tracing {
  /** Sends what has not been sent yet. */
  close(): Promise<void>;
}

/** Exports traces where an endpoint is configured; otherwise the tracing calls of the service cost nothing. */
export async function startTracing(settings: Settings, version: string): Promise<Tracing> {
  const endpoint = settings.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return { close: async () => {} };
  const [
    { NodeTracerProvider, BatchSpanProcessor },
    { OTLPTraceExporter },
    { resourceFromAttributes },
    names,
  ] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/semantic-conventions'),
  ]);
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      [names.ATTR_SERVICE_NAME]: 'plumbline',
      [names.ATTR_SERVICE_VERSION]: version,
    }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  return { close: () => provider.shutdown() };
}
