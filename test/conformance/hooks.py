"""What Schemathesis cannot know by itself: which of our 422 are about the shape of a request."""

from urllib.parse import parse_qsl, urlsplit

import schemathesis

# The errors of a problem carry the keyword of the schema that was broken, or a word for what the request means.
SHAPE = {
    "additionalProperties", "anyOf", "const", "enum", "format", "maxItems", "maxLength", "maximum", "minItems",
    "minLength", "minimum", "multipleOf", "oneOf", "pattern", "required", "type", "uniqueItems",
}  # fmt: skip


@schemathesis.check
def valid_shape_is_accepted(ctx, response, case):
    """A request that fits the published schemas is never refused for its shape."""
    meta = case.meta
    if meta is None or not meta.generation.mode.is_positive or response.status_code != 422:
        return
    # Every body is an object. Where a text may be very long Schemathesis gives up, and sends 0 as if that were valid.
    errors = [error for error in response.json().get("errors", []) if error.get("pointer") != ""]
    broken = [error for error in errors if error["code"] in SHAPE]
    assert not broken, f"The schema allows what the service refuses: {broken}"


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """What the interface says, and no schema or list of statuses can."""
    return not (is_read_as_absent(failure, response) or is_no_path_of_ours(failure, response))


def is_read_as_absent(failure, response):
    """A nullable query parameter that is empty, or the word null, counts as absent; a list without items is sent so, too."""
    sent = parse_qsl(urlsplit(response.request.url).query, keep_blank_values=True)
    return failure.code == "ST201" and any(value in ("", "null") for _, value in sent)


def is_no_path_of_ours(failure, response):
    """An id with a colon or a slash in it makes another path, and one that does not exist is 404 whatever is documented."""
    return failure.code == "ST103" and response.status_code == 404 and response.json()["code"] == "path_unknown"
