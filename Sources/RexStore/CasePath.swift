/// A way into an enum's case and back: what a writable key path is for a struct's property.
///
///     CasePath(AppAction.news) { if case .news(let event) = $0 { event } else { nil } }
///     CasePath(AppAction.news, \.news)            where the enum has such a property
public struct CasePath<Root, Value>: Sendable {
  /// Makes the case from its payload.
  public let embed: @Sendable (Value) -> Root
  /// The payload, when it is this case.
  public let extract: @Sendable (Root) -> Value?

  /// A path from the case's own constructor, and a function that looks into it.
  @inlinable
  public init(
    _ embed: @escaping @Sendable (Value) -> Root,
    _ extract: @escaping @Sendable (Root) -> Value?
  ) {
    self.embed = embed
    self.extract = extract
  }
}
