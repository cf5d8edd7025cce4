// The public names of Workflow 4, without its tree of children: one workflow, its state, and the
// actions that are applied to it.

/// A state, and what it looks like.
public protocol Workflow<Rendering, Output> {
  /// What the workflow holds.
  associatedtype State
  /// The output that its parent receives.
  associatedtype Output = Never
  /// What it looks like.
  associatedtype Rendering

  /// Returns the first state.
  func makeInitialState() -> State
  /// Changes the state because the workflow has other properties than before.
  func workflowDidChange(from previousWorkflow: Self, state: inout State)
  /// Returns what a state looks like.
  func render(state: State, context: RenderContext<Self>) -> Rendering
}

extension Workflow {
  /// Does nothing.
  public func workflowDidChange(from previousWorkflow: Self, state: inout State) {}
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

  /// Returns what applies actions to the workflow.
  public func makeSink<Action: WorkflowAction>(
    of actionType: Action.Type
  ) -> Sink<Action> where Action.WorkflowType == WorkflowType {
    Sink { [host] in host.apply($0) }
  }
}

/// Takes values.
public struct Sink<Value> {
  private let onValue: (Value) -> Void

  /// Creates a sink that calls the closure.
  public init(_ onValue: @escaping (Value) -> Void) { self.onValue = onValue }

  /// Takes a value.
  public func send(_ value: Value) { onValue(value) }
}

/// A value that changes, from the ReactiveSwift library.
public final class Property<Value> {
  /// The current value.
  public fileprivate(set) var value: Value

  fileprivate init(_ value: Value) { self.value = value }
}

/// Runs a workflow, on one thread.
public final class WorkflowHost<WorkflowType: Workflow> {
  /// What the workflow looks like now.
  public var rendering: Property<WorkflowType.Rendering> {
    // In the original it is stored, and renders once for each action.
    Property(workflow.render(state: state, context: RenderContext(host: self)))
  }
  private let workflow: WorkflowType
  private var state: WorkflowType.State

  /// Starts a workflow.
  public init(workflow: WorkflowType) {
    self.workflow = workflow
    state = workflow.makeInitialState()
  }

  fileprivate func apply<Action: WorkflowAction>(
    _ action: Action
  ) where Action.WorkflowType == WorkflowType {
    _ = action.apply(toState: &state, context: ApplyContext(workflow: workflow))
  }
}
