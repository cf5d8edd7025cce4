"""Asks logs by the Model Context Protocol, with and without a session, and checks the answers.

The rows of an answer must be what the command prints, so they are valid by its schema, too.
"""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

from jsonschema import Draft202012Validator
from mcp import Client, StdioServerParameters
from mcp.shared.exceptions import MCPError

tool = sys.argv[1]
root = Path(__file__).resolve().parent.parent
log = "Fixtures/hunts/clinic.jsonl"
other = "Fixtures/hunts/kitchen.jsonl"

calls = [
    ("info", {}, ["info", log]),
    ("info", {"check": True}, ["info", "--check", log]),
    (
        "list",
        {"type": ["tick"], "to": "50", "columns": "seq,type,payload"},
        ["list", "--type", "tick", "--to", "50", "--columns", "seq,type,payload", log],
    ),
    ("show", {"seq": "6", "at": ["/patients"]}, ["show", "--at", "/patients", log, "6"]),
    ("when", {"expr": "@.seq > 3"}, ["when", log, "@.seq > 3"]),
    ("history", {"path": "/minute"}, ["history", log, "/minute"]),
    ("unusual", {"beside": [2]}, ["unusual", "--beside", other, log]),
    ("diff", {"a": "1", "b": "9"}, ["diff", log, "1", "9"]),
    ("compare", {"log2": other}, ["compare", log, other]),
    ("verify", {}, ["verify", log]),
]


def printed(words):
    """The documents that a command prints."""
    result = subprocess.run([tool, *words, "--json"], capture_output=True, text=True, cwd=root)
    return [json.loads(line) for line in result.stdout.splitlines()]


async def check(mode):
    server = StdioServerParameters(command=tool, args=["mcp", log, other], cwd=str(root))
    async with Client(server, mode=mode) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert len(tools) == 9 and all(tool.annotations.read_only_hint for tool in tools.values())
        for name, arguments, words in calls:
            arguments = {"log": log, **arguments}
            Draft202012Validator(tools[name].input_schema).validate(arguments)
            result = await client.call_tool(name, arguments)
            document = json.loads(result.content[0].text)
            expected = printed(words)
            assert document["rows"] == expected[: len(document["rows"])], name
            assert len(document["rows"]) == len(expected) or "nextOffset" in document, name
            assert result.is_error == (name == "verify"), (name, document)
        result = await client.call_tool("show", {"log": "/etc/passwd", "seq": "1"})
        assert result.is_error and json.loads(result.content[0].text)["rows"] == []
        resources = (await client.list_resources()).resources
        assert [resource.name for resource in resources] == [log, other]
        summary = await client.read_resource(resources[0].uri)
        assert json.loads(summary.contents[0].text)["rows"] == printed(["info", log])
        templates = (await client.list_resource_templates()).resource_templates
        frame = templates[0].uri_template.format(log=1, seq=6)
        frame = json.loads((await client.read_resource(frame)).contents[0].text)
        assert frame["rows"] == printed(["show", "--action", "--diff", "--state", log, "6"])
        try:
            await client.read_resource("file:///etc/passwd")
            raise AssertionError("a file was served")
        except MCPError:
            pass
        print(f"{client.protocol_version}: {len(calls)} calls of {len(tools)} tools")


for mode in ["legacy", "auto"]:
    asyncio.run(check(mode))
