import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink, type LinkComponent } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type TextLinkProps = AnchorProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps> & { ref?: Ref<HTMLAnchorElement> };

const Routed = createLink((props: TextLinkProps) => (
  <Anchor underline="hover" inherit={props.size === undefined} {...props} />
));

/** A link inside the console: its address is checked by the compiler, and its page is fetched on the way there. */
export const TextLink: LinkComponent<(props: TextLinkProps) => React.ReactNode> = (props) => (
  <Routed preload="intent" {...props} />
);
