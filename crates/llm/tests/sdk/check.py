"""Checks captured requests against the official SDKs' own types.

Reads lines of JSON from standard input, {"dialect": ..., "body": ...}, and prints a line for each request that the
types refuse.
"""

import json
import sys

import anthropic.types
import google.genai.types
import ollama._types
import openai.types.chat
import openai.types.responses
import pydantic


def check_gemini(body):
    """The SDK takes the parts of a body one by one, in its own spelling or in the wire's."""
    types = google.genai.types
    pydantic.TypeAdapter(list[types.Content]).validate_python(body["contents"])
    config = dict(body.get("generationConfig", {}))
    for key in ("systemInstruction", "tools", "toolConfig", "safetySettings"):
        if key in body:
            config[key] = body[key]
    types.GenerateContentConfig.model_validate(config)


def checker(typed):
    adapter = pydantic.TypeAdapter(typed, config=None)
    return adapter.validate_python


CHECKS = {
    "openai": checker(openai.types.chat.CompletionCreateParams),
    "openai-responses": checker(openai.types.responses.ResponseCreateParams),
    "anthropic": checker(anthropic.types.MessageCreateParams),
    "gemini": check_gemini,
    "ollama": ollama._types.ChatRequest.model_validate,
}

# What services beyond the dialect's own provider demand; the provider's SDK does not know it.
BEYOND = ("reasoning_content", "reasoning_details")


def plain(value):
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items() if key not in BEYOND}
    if isinstance(value, list):
        return [plain(inner) for inner in value]
    return value


def drain(value):
    """Types of the SDKs check some lists only when they are read."""
    if isinstance(value, dict):
        return {key: drain(inner) for key, inner in value.items()}
    if isinstance(value, (str, bytes, pydantic.BaseModel)) or not hasattr(value, "__iter__"):
        return value
    return [drain(inner) for inner in value]


for number, line in enumerate(sys.stdin, start=1):
    request = json.loads(line)
    try:
        drain(CHECKS[request["dialect"]](plain(request["body"])))
    except Exception as error:  # every refusal is reported, whatever the SDK raises
        print(f"{number} ({request['dialect']}): {error}")
