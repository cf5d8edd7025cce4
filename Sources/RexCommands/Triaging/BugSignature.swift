package import RexJSON
package import RexLog
import RexReplayer

/// What findings in many logs have in common if they are likely one bug.
///
///     divergence at /cart/items/3/price   ┐
///     divergence at /cart/items/17/price  ┴ divergence, setPrice, /cart/items/*/price, Cart.swift
///
/// It has no values of states, so a report of many logs can be shared where the logs cannot.
package struct BugSignature: Sendable, Hashable, Codable {
  package var kind: Kind
  /// The action's label.
  package var type: String?
  /// The path, with `*` for indices and ids.
  package var path: String?
  /// Where the action was dispatched, without the line, which moves from build to build.
  package var source: Source?
  /// What else tells bugs apart: a crash's reason, a thrown error, a condition.
  package var detail: String?

  /// The kinds of findings.
  package enum Kind: String, Sendable, Codable, CaseIterable {
    /// The action's reducer does not return.
    case crash
    /// The recording ends inside the action; its reducer was not run again, or returned.
    case unfinished
    case divergence, nondeterminism, undecodable, codingLoss
    /// The action's reducer threw when it was recorded.
    case error
    /// A condition holds after the action.
    case match
    /// The log is damaged, or is not a log.
    case unreadable

    /// Whether the app may have ended there.
    package var mayEndApp: Bool { self == .crash || self == .unfinished }

    /// Whether a log that has it is wrong, rather than not known to be right.
    package var isNegative: Bool {
      switch self {
      case .crash, .unfinished, .divergence, .nondeterminism, .match: true
      case .undecodable, .codingLoss, .error, .unreadable: false
      }
    }
  }

  /// The file and the function in which an action was dispatched.
  package struct Source: Sendable, Hashable, Codable {
    package var file: String
    package var function: String?
  }

  package init(
    _ kind: Kind, type: String? = nil, path: JSONPointer? = nil, source: LogSource? = nil,
    detail: String? = nil
  ) {
    (self.kind, self.type, self.path) = (kind, type?.beginning, path?.pattern)
    self.source = source.map {
      Source(file: $0.file.beginning, function: $0.function?.beginning)
    }
    // A condition is kept whole, because the suggested command asks it again.
    self.detail = kind == .match ? detail : detail?.beginning
  }
}

extension BugSignature: Comparable {
  package static func < (left: BugSignature, right: BugSignature) -> Bool {
    left.words.lexicographicallyPrecedes(right.words) { $0.precedesByBytes($1) }
  }

  private var words: [String] {
    [
      kind.rawValue, type ?? "", path ?? "", source?.file ?? "", source?.function ?? "",
      detail ?? "",
    ]
  }
}

extension BugSignature {
  /// What is found in a log; nil for the consequences of something else that is found.
  init?(_ finding: Finding) {
    switch finding {
    case .divergence(let found):
      let (type, source) = (
        found.type ?? found.suspect?.type, found.source ?? found.suspect?.source
      )
      let isOfErrors = found.recordedError != found.reducedError
      let other = found.inputs != nil ? "inputs" : isOfErrors ? "errors" : nil
      self.init(
        .divergence, type: type, path: found.path, source: source,
        detail: found.isOfKeyframe ? "keyframe" : other)
    case .crash(let found):
      self.init(.crash, type: found.type, source: found.source, detail: found.signature)
    case .undecodable(let found): self.init(.undecodable, type: found.type, path: found.path)
    case .codingLoss(let found): self.init(.codingLoss, path: found.path)
    case .nondeterminism(let found):
      self.init(
        .nondeterminism, type: found.type, path: found.path, source: found.source,
        detail: found.likelyCause.rawValue)
    case .divergedRange: return nil
    }
  }
}

extension String {
  /// As much of a text from a log as a report has.
  var beginning: String {
    let scalars = unicodeScalars.prefix(201)
    return scalars.count <= 200 ? self : String(String.UnicodeScalarView(scalars.dropLast())) + "…"
  }

  /// A message without what can be a value: words with anything but letters and dots in them, and
  /// what follows a bracket or a quote.
  var withoutValues: String {
    var words: [String] = []
    for word in prefix(while: { !"([{\"'\n".contains($0) }).split(separator: " ") {
      let bare = word.last.map { ",:;".contains($0) } ?? false ? word.dropLast() : word
      let isWord = bare.allSatisfy { $0.isLetter || $0 == "." }
      if isWord || words.last != "*" { words.append(isWord ? String(word) : "*") }
    }
    return words.joined(separator: " ")
  }
}

extension JSONPointer {
  /// The path with `*` for each index and id.
  ///
  /// A name is kept if it consists of letters, `_` and `$`, as most members of types do; with a
  /// digit or another character in it, it is likely an index, an id, or a key that is data.
  var pattern: String {
    let tokens = tokens.prefix(Self.patternTokensMax).map { token in
      let isName =
        !token.isEmpty && token.utf8.count <= Self.nameBytesMax
        && token.allSatisfy { $0.isLetter || $0 == "_" || $0 == "$" }
      return isName ? token : "*"
    }
    let end = self.tokens.count > Self.patternTokensMax ? "/…" : ""
    return JSONPointer(tokens: tokens).description + end
  }

  private static var patternTokensMax: Int { 32 }
  private static var nameBytesMax: Int { 64 }
}

extension Crash {
  /// What tells this crash from others in reports of many logs: no values of states.
  var signature: String {
    guard let printed = CrashMessage(message) else { return reason }
    return reason + " " + (printed.place.map { $0 + ": " } ?? "") + printed.text.withoutValues
  }
}
