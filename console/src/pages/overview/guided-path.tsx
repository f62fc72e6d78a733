import { ActionIcon, Card, Group, Text, Title } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type Item, read } from '../../api/queries.ts';
import { TextLink } from '../../components/text-link.tsx';
import { differenceCount, type Result } from '../../language/results.ts';
import classes from './guided-path.module.css';

/** How many results are looked at for the one that shows the most. */
const candidates = 20;

/** Three steps from the verdict to the first defect, for whoever is here for the first time; gone once it is dismissed. */
export function GuidedPath({ run }: { readonly run: Item<'list_runs'> }) {
  const [isDismissed, setDismissed] = useLocalStorage({
    key: 'plumbline.guided-path-dismissed',
    defaultValue: false,
    // Else it would be there for a moment on every visit.
    getInitialValueInEffect: false,
  });
  const { runUuid } = run;
  const failing = useQuery({
    ...read('list_results', { params: { runUuid }, query: { status: 'fail', limit: candidates } }),
    enabled: !isDismissed && run.counts.fail > 0,
  });
  const defect = clearest(failing.data?.body.items ?? []);
  if (isDismissed || defect === undefined) return null;
  return (
    <Card component="section" aria-labelledby="guided-path" padding="sm">
      <Group justify="space-between" wrap="nowrap" mb={4}>
        <Title order={2} id="guided-path">
          From here to the first row that is wrong
        </Title>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Do not show this again"
          onClick={() => setDismissed(true)}
        >
          ×
        </ActionIcon>
      </Group>
      <ol className={classes.steps}>
        <li>
          <TextLink to="/runs/$runUuid" params={{ runUuid }} search={{ status: 'fail' }} fw={500}>
            Open the Run
          </TextLink>
          <Text size="sm" c="dimmed">
            The tests that found differences, by pair, the worst first.
          </Text>
        </li>
        <li>
          <TextLink
            to="/runs/$runUuid/results/$resultUuid"
            params={{ runUuid, resultUuid: defect.resultUuid }}
            fw={500}
          >
            Look at “{defect.name}”
          </TextLink>
          <Text size="sm" c="dimmed">
            Its rows side by side, with the characters that differ marked.
          </Text>
        </li>
        <li>
          <TextLink
            to="/pairs/$datasetPairUuid"
            params={{ datasetPairUuid: defect.datasetPairUuid }}
            search={{ view: 'fields' }}
            fw={500}
          >
            See how it was compared
          </TextLink>
          <Text size="sm" c="dimmed">
            The fields of both sides; then do the same with data of your own.
          </Text>
        </li>
      </ol>
    </Card>
  );
}

/** Rows say more than a sum, and few of them more than many. */
function clearest(results: readonly Result[]): Result | undefined {
  const withRows = results.filter(({ evidence }) => evidence.state === 'written' && evidence.rows > 0);
  const [first] = withRows.toSorted((a, b) => differenceCount(a) - differenceCount(b));
  return first ?? results[0];
}
