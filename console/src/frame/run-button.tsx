import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useOperation } from '../api/use-operation.ts';
import { sayProblem } from '../components/say-problem.tsx';

const renews = ['list_runs'] as const;

/** Runs every active test. */
export function RunButton() {
  const open = useOpenRun();
  const run = useOperation('submit_all_runs', { renews, onDone: ({ body }) => open(body.runUuid) });
  useSayRefusal(run.error);
  return (
    <Button loading={run.isPending} onClick={() => run.perform({})}>
      Run all
    </Button>
  );
}

/** Runs the active tests of one pair. */
export function RunPairButton({ datasetPairUuid }: { readonly datasetPairUuid: string }) {
  const open = useOpenRun();
  const run = useOperation('submit_run', { renews, onDone: ({ body }) => open(body.runUuid) });
  useSayRefusal(run.error);
  return (
    <Button
      loading={run.isPending}
      onClick={() => run.perform({ body: { scope: { kind: 'dataset_pair', datasetPairUuid } } })}
    >
      Run this pair
    </Button>
  );
}

function useOpenRun() {
  const navigate = useNavigate();
  return (runUuid: string) => navigate({ to: '/runs/$runUuid', params: { runUuid } });
}

/** A button in a bar has no place for a problem of its own. */
function useSayRefusal(error: unknown): void {
  useEffect(() => {
    if (error !== null) sayProblem(error);
  }, [error]);
}
