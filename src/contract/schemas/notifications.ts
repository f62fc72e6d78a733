import Type from 'typebox';
import {
  channels,
  maxGroupMinutes,
  occasions,
  usualGroupMinutes,
} from '../../domain/notifications/notification.ts';
import { Etag, nullable, page, Text, Timestamp, Uuid, V1 } from '../schema.ts';

const Name = Type.String({ minLength: 1, maxLength: 200, examples: ['Data team'] });
const Occasion = Type.Enum([...occasions], {
  description:
    '`changes`: a Run came to another verdict than the one of the same scope before it. `failures`: every Run that fails.',
});
const GroupMinutes = Type.Integer({
  minimum: 0,
  maximum: maxGroupMinutes,
  format: 'int32',
  description: `How long more is gathered before one message is sent; ${usualGroupMinutes} if left out.`,
});
const RuleState = Type.Enum(['active', 'paused']);

const V1MailTarget = V1('V1MailTarget', 'A member, by mail.', {
  channel: Type.Literal('email'),
  memberUuid: Type.Optional(nullable({ ...Uuid, description: 'Whoever asks, if left out.' })),
});

const chat = {
  url: Type.String({
    minLength: 1,
    maxLength: 2048,
    description: 'The address of the incoming webhook. It is kept encrypted, and not shown again.',
  }),
};
const V1SlackTarget = V1('V1SlackTarget', 'A channel of Slack.', { channel: Type.Literal('slack'), ...chat });
const V1TeamsTarget = V1('V1TeamsTarget', 'A channel of Teams.', { channel: Type.Literal('teams'), ...chat });

export const V1CreateNotificationRule = V1('V1CreateNotificationRule', 'Who is to hear of what.', {
  name: Name,
  target: Type.Union([V1MailTarget, V1SlackTarget, V1TeamsTarget]),
  occasion: Type.Optional(nullable({ ...Occasion, description: '`changes` if left out.' })),
  groupMinutes: Type.Optional(nullable(GroupMinutes)),
});

export const V1UpdateNotificationRule = V1('V1UpdateNotificationRule', 'What is left out stays as it is.', {
  name: Type.Optional(nullable(Name)),
  occasion: Type.Optional(nullable(Occasion)),
  groupMinutes: Type.Optional(nullable(GroupMinutes)),
  state: Type.Optional(nullable(RuleState)),
});

export const V1NotificationRule = V1('V1NotificationRule', 'Who hears of what.', {
  ruleUuid: Uuid,
  name: Text(200),
  channel: Type.Enum([...channels]),
  memberUuid: nullable({ ...Uuid, description: 'Who gets the mail.' }),
  urlHost: nullable(Text(300, 'The host of the chat.')),
  occasion: Occasion,
  groupMinutes: GroupMinutes,
  state: RuleState,
  waitingSince: nullable({ ...Timestamp, description: 'Since when something waits to be told.' }),
  createdAt: Timestamp,
  etag: Etag,
});

export const V1NotificationRulePage = page(
  'V1NotificationRulePage',
  'One page of rules.',
  V1NotificationRule,
);
