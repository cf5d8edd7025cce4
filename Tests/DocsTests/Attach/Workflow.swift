import RexRecorder
import WorkflowLike

enum WorkflowExample: AttachExample {
  struct ChatWorkflow: Workflow {
    let recorder: Recorder<ChatAction, ChatState>

    func makeInitialState() -> ChatState { ChatState() }

    func render(
      state: ChatState, context: RenderContext<ChatWorkflow>
    ) -> (state: ChatState, sink: Sink<ChatAction>) {
      (state, context.makeSink(of: ChatAction.self))
    }
  }

  static func record(_ script: [ChatAction], to path: String) throws -> ChatState {
    let recorder = try Recorder<ChatAction, ChatState>(path: path, app: "Chat")
    let host = WorkflowHost(workflow: ChatWorkflow(recorder: recorder))
    for action in script { host.rendering.value.sink.send(action) }
    recorder.close()
    return host.rendering.value.state
  }
}

typealias ChatWorkflow = WorkflowExample.ChatWorkflow

extension ChatAction: WorkflowAction {
  func apply(
    toState state: inout ChatState, context: ApplyContext<ChatWorkflow>
  ) -> Never? {
    context[workflowValue: \.recorder].record(self, into: &state) { state, action in
      chatReducer(&state, action)
      return nil
    }
  }
}
