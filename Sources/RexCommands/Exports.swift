// What an app's own tool names, so that it takes `import RexCommands` alone.
@_exported public import struct RexActions.ActionRegistry
@_exported public import struct RexReplayer.ReplayableApp
