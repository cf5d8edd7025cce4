import RexDebug

extension Command {
  static let completions = Command(
    name: "completions", operands: "SHELL",
    summary: "prints a script that completes commands, options, types, paths and marks in a shell",
    example: "completions bash", options: [],
    notes: """
      SHELL is bash, zsh or fish. In bash and zsh, evaluate the script where the shell starts:
      eval "$(rexreplay completions bash)" in ~/.bashrc, or with zsh in ~/.zshrc. For fish, write it
      to ~/.config/fish/completions/rexreplay.fish.

      """
  ) { call in
    try call.rejectJSON()
    let word = try call.operands("SHELL")[0]
    guard let script = CompletionScript(rawValue: word) else {
      let known = CompletionScript.allCases.map(\.rawValue)
      throw CommandError.usage(
        "SHELL is one of \(known.joined(separator: ", ")), not \(word)",
        nearest: known.nearest(to: word))
    }
    call.environment.print(StyledText(lines: script.text(for: call.tool.name)))
    return .success
  }
}

/// A shell's script, which asks the tool for candidates and lets the shell quote them.
///
/// The tool knows nothing to offer where it wants a file, so the shell then offers files.
enum CompletionScript: String, CaseIterable {
  case bash, zsh, fish

  func text(for tool: String) -> String {
    let function = "_" + tool.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
    let tool = tool.shellQuoted
    let ask = "\(tool) \(Completion.commandName) --"
    return switch self {
    case .bash:
      // An entry of COMPREPLY becomes part of the line as it is, so it is quoted here.
      #"""
      \#(function)() {
        local candidate IFS=
        COMPREPLY=()
        while read -r candidate; do
          COMPREPLY+=("$(printf '%q' "$candidate")")
        done < <(\#(ask) "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
      }
      complete -o default -F \#(function) \#(tool)

      """#
    case .zsh:
      #"""
      #compdef \#(tool)
      \#(function)() {
        local -a candidates
        candidates=("${(@f)$(\#(ask) "${(@)words[2,CURRENT]}" 2>/dev/null)}")
        if [[ -n "${candidates[1]}" ]]; then compadd -a -- candidates; else _files; fi
      }
      compdef \#(function) \#(tool)

      """#
    case .fish:
      #"""
      function \#(function)
        set -l words (commandline -opc)
        set -l found (\#(ask) $words[2..] (commandline -ct) 2>/dev/null)
        if set -q found[1]
          printf '%s\n' $found
        else
          __fish_complete_path (commandline -ct)
        end
      end
      complete -c \#(tool) -f -a '(\#(function))'

      """#
    }
  }
}
