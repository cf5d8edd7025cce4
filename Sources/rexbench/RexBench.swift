import Foundation
import RexExamples
import RexJSON

/// Compares this package with the alternatives.
@main enum RexBench {
  static let usage = """
    usage: rexbench [--scenario PREFIX] [--json] [--quick] [--profile COUNT]

      --scenario PREFIX  only scenarios whose names begin with PREFIX
      --json             one object a line
      --quick            smoke test
      --profile COUNT    run rexreplay's side COUNT times, for profiling

    """

  static func main() {
    if CommandLine.arguments.dropFirst() == ["worker"] { WorkerScenario.serve() }
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      try run(options) { print($0) }
    } catch is Options.UsageError {
      FileHandle.standardError.write(Data(usage.utf8))
      exit(2)
    } catch {
      FileHandle.standardError.write(Data("rexbench: error: \(error)\n".utf8))
      exit(1)
    }
  }

  /// Measures the requested scenarios, and prints each line when it is done.
  static func run(_ options: Options, output: (String) -> Void) throws {
    for scenario in scenarios where scenario.name.hasPrefix(options.prefix) {
      if let count = options.profileCount {
        try scenario.runOurs(count: count)
        continue
      }
      let measurement = try scenario.measure(options.isQuick ? .quick : .full)
      output(options.asJSON ? measurement.json.description : measurement.line)
    }
  }

  struct Options {
    struct UsageError: Error {}

    var prefix = ""
    var asJSON = false
    var isQuick = false
    var profileCount: Int?

    init(_ arguments: some Sequence<String>) throws(UsageError) {
      var rest = arguments.makeIterator()
      while let argument = rest.next() {
        switch argument {
        case "--json": asJSON = true
        case "--quick": isQuick = true
        case "--scenario":
          guard let value = rest.next() else { throw UsageError() }
          prefix = value
        case "--profile":
          guard let value = rest.next(), let count = Int(value) else { throw UsageError() }
          profileCount = count
        default: throw UsageError()
        }
      }
    }
  }
}
