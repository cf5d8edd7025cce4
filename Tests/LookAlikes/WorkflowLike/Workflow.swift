// The names of Workflow 4, without its tree of children: one workflow, its state, and the actions
// that are applied to it.

/// A state, and what it looks like.
public protocol Workflow<Rendering, Output> {
  /// What the workflow holds.
  associatedtype State
  /// The output that its parent receives.
  associatedtype Output = Never
  /// What it looks like.
  associatedtype Rendering

  /// The first state.
  func makeInitialState() -> State
  /// What a state looks like.
  func render(state: State, context: RenderContext<Self>) -> Rendering
}

/// An action of a workflow.
public protocol WorkflowAction<WorkflowType> {
  /// The workflow that it is for.
  associatedtype WorkflowType: Workflow

  /// Changes the state, and may return an output for the parent.
  func apply(
    toState state: inout WorkflowType.State, context: ApplyContext<WorkflowType>
  ) -> WorkflowType.Output?
}

/// What an action sees of its workflow.
public struct ApplyContext<WorkflowType: Workflow> {
  fileprivate let workflow: WorkflowType

  /// A property of the workflow.
  public subscript<Value>(workflowValue keyPath: KeyPath<WorkflowType, Value>) -> Value {
    workflow[keyPath: keyPath]
  }
}

/// What takes actions while a workflow is rendered.
public struct RenderContext<WorkflowType: Workflow> {
  fileprivate let host: WorkflowHost<WorkflowType>

  /// What applies actions to the workflow.
  public func makeSink<Action: WorkflowAction>(
    of actionType: Action.Type
  ) -> (Action) -> Void where Action.WorkflowType == WorkflowType {
    { [host] in host.apply($0) }
  }
}

/// Runs a workflow, on one thread.
public final class WorkflowHost<WorkflowType: Workflow> {
  private let workflow: WorkflowType
  private var state: WorkflowType.State

  /// Starts a workflow.
  public init(workflow: WorkflowType) {
    self.workflow = workflow
    state = workflow.makeInitialState()
  }

  /// What the workflow looks like now.
  public var rendering: WorkflowType.Rendering {
    workflow.render(state: state, context: RenderContext(host: self))
  }

  fileprivate func apply<Action: WorkflowAction>(
    _ action: Action
  ) where Action.WorkflowType == WorkflowType {
    _ = action.apply(toState: &state, context: ApplyContext(workflow: workflow))
  }
}
