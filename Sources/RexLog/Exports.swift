// The format is a module of its own, so that an app links it without what only tools use.
@_exported public import RexFormat
