import RexDebug
import RexQuestions

extension Command {
  static let completions = Command(
    name: "completions", operands: "SHELL",
    summary: "prints a script that completes commands, options, types, paths and marks in a shell",
    example: "completions bash", options: [],
    notes: """
      SHELL is bash, zsh or fish. In bash and zsh, evaluate the script where the shell starts:
      eval "$(rexreplay completions bash)" in ~/.bashrc, or with zsh in ~/.zshrc. For fish, write it
      to ~/.config/fish/completions/rexreplay.fish. In each shell, begin what contains $ with a
      single quote: '$.total

      """,
    printsJSON: false
  ) { call in
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
    let ask = "\(tool) \(Completion.commandName)"
    return switch self {
    case .bash:
      // What the tool prints becomes part of the line as it is, so it is quoted there.
      #"""
      \#(function)() {
        local candidate IFS=
        COMPREPLY=()
        while read -r candidate; do
          COMPREPLY+=("$candidate")
        done < <(\#(ask) --line "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
      }
      complete -o default -F \#(function) \#(tool)

      """#
    case .zsh:
      // In an open quote, PREFIX is what stands after it; compadd quotes for there.
      #"""
      #compdef \#(tool)
      \#(function)() {
        local -a candidates line
        local word=$PREFIX
        [[ -n $compstate[quote] ]] || word=${(Q)PREFIX}
        line=("${(@Q)words[2,CURRENT]}")
        line[-1]=$word
        candidates=("${(@f)$(\#(ask) -- "${(@)line}" 2>/dev/null)}")
        if [[ -n "${candidates[1]}" ]]; then compadd -a -- candidates; else _files; fi
      }
      compdef \#(function) \#(tool)

      """#
    case .fish:
      // The word that is typed may end in an open quote, with which it cannot be unescaped.
      #"""
      function \#(function)
        set -l words (commandline -opc)
        set -l word (commandline -ct)
        for quote in '' "'" '"'
          set -l plain (string unescape -- $word$quote)
          and set word $plain
          and break
        end
        set -l found (\#(ask) -- $words[2..] "$word" 2>/dev/null)
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
