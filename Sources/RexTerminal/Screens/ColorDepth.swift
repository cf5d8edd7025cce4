/// The colors that a terminal has.
package enum ColorDepth: Hashable, Sendable, CaseIterable {
  case none, sixteen, twoHundredFiftySix, trueColor

  /// The depth that an environment's `NO_COLOR`, `COLORTERM` and `TERM` tell.
  package init(environment: [String: String]) {
    let type = environment["TERM"] ?? ""
    // GNU Screen passes the variable on, and misreads the sequences.
    let isTrue = ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "")
    if !(environment["NO_COLOR"] ?? "").isEmpty || type.isEmpty || type == "dumb"
      || type.hasPrefix("vt")
    {
      self = .none
    } else if isTrue && !type.hasPrefix("screen") || type.hasSuffix("-direct") {
      self = .trueColor
    } else if Self.names.contains(where: type.contains) {
      self = .twoHundredFiftySix
    } else {
      self = .sixteen
    }
  }

  private static let names = ["256color", "kitty", "alacritty", "wezterm", "ghostty", "foot"]
}

extension CellColor {
  /// The nearest color that a terminal has.
  package func reduced(to depth: ColorDepth) -> CellColor {
    switch (depth, self) {
    case (.none, _), (_, .standard): .standard
    case (.trueColor, _), (.twoHundredFiftySix, .indexed): self
    case (.sixteen, .indexed(let index)) where index < 16: self
    case (.sixteen, .indexed(let index)): Self.nearest(to: Self.palette[Int(index)], in: 0..<16)
    case (.sixteen, .rgb(let red, let green, let blue)):
      Self.nearest(to: [red, green, blue], in: 0..<16)
    // The first 16 are what a person has chosen.
    case (.twoHundredFiftySix, .rgb(let red, let green, let blue)):
      Self.nearest(to: [red, green, blue], in: 16..<256)
    }
  }

  private static func nearest(to color: [UInt8], in indices: Range<Int>) -> CellColor {
    let distances = indices.map { index in
      zip(color, palette[index]).reduce(0) { sum, pair in
        let difference = Int(pair.0) - Int(pair.1)
        return sum + difference * difference
      }
    }
    let nearest = distances.indices.min { distances[$0] < distances[$1] } ?? 0
    return .indexed(UInt8(indices.lowerBound + nearest))
  }

  /// Red, green and blue of xterm's palette.
  private static let palette: [[UInt8]] = {
    let own: [[UInt8]] = [
      [0, 0, 0], [205, 0, 0], [0, 205, 0], [205, 205, 0],
      [0, 0, 238], [205, 0, 205], [0, 205, 205], [229, 229, 229],
      [127, 127, 127], [255, 0, 0], [0, 255, 0], [255, 255, 0],
      [92, 92, 255], [255, 0, 255], [0, 255, 255], [255, 255, 255],
    ]
    let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
    let cube = levels.flatMap { red in
      levels.flatMap { green in levels.map { blue in [red, green, blue] } }
    }
    return own + cube + (0..<24).map { [UInt8](repeating: UInt8(8 + 10 * $0), count: 3) }
  }()
}
