import RexRecorder

/// The snippets of docs/reference/reflection.md.
enum ReflectionExamples {
  struct Cart { var lines: [String] = [] }

  final class ImageCache {}

  static func shapes(in configuration: inout RecorderConfiguration) {
    configuration.shapes = [
      .showing(Cart.self) { $0.lines },
      .leavingOut(ImageCache.self),
    ]
  }
}
