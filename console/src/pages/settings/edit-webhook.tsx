import { useState } from 'react';
import type { Body } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import { ChangeProblem } from '../../components/change-problem.tsx';
import type { EditDialog } from '../../components/edit-button.tsx';
import { WebhookForm } from './webhook-form.tsx';

interface EditWebhookProps extends EditDialog {
  readonly webhook: Body<'get_webhook'>;
}

export function EditWebhook({ webhook, onDone, onReviewed }: EditWebhookProps) {
  // What the form began with: an event that renews the page behind it takes nothing away of what is being written.
  const [seen] = useState(webhook);
  const { webhookUuid, name, url, eventTypes, etag } = seen;
  const update = useOperation('update_webhook', { renews: ['get_webhook', 'list_webhooks'], onDone });
  return (
    <WebhookForm
      label="Edit the webhook"
      initial={{ name, url, eventTypes }}
      problem={
        <ChangeProblem
          error={update.error}
          seen={seen}
          current={{ operationId: 'get_webhook', input: { params: { webhookUuid } } }}
          reset={onReviewed}
        />
      }
      submit={{
        label: 'Save',
        isPending: update.isPending,
        perform: (body) => update.perform({ params: { webhookUuid }, body, ifMatch: etag }),
      }}
    />
  );
}
