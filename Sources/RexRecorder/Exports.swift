// What the recorder's interface names, so that attaching takes `import RexRecorder` alone. One by
// one rather than whole modules: an app that has a `Log` of its own keeps it.
@_exported public import struct RexActions.ActionRegistry
@_exported public import struct RexActions.Registered
@_exported public import protocol RexActions.TypeRegistry
@_exported public import struct RexLog.LogError
@_exported public import protocol RexLog.LogSink
@_exported public import struct RexRedaction.RedactionRules
