import RexCommands
import RexExamples

Tool(name: "rexreplay", apps: Examples.apps, examples: Examples.sessions).main()
