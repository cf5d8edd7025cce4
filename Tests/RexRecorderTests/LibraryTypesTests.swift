import ComposableArchitecture
import Foundation
import RexLog
import RexRecorder
import Sharing
import TestSupport
import Testing

/// The types of libraries are known by their names and stored properties.
@Suite struct LibraryTypesTests {
  private struct Meeting { var title = "tea", apiToken = "s3cr3t-code" }

  private struct Credentials { var text = "" }

  private struct Profile { var city = "Rome", name = "Ann" }

  private struct State {
    var path = StackState([Meeting(), Meeting(title: "cups")])
    @PresentationState var detail: Meeting?
    @PresentationState var sheet: Meeting? = Meeting(title: "sheet")
    @Shared var profile: Profile
    @Shared var city: String
    var password = ""
    var credentials = Credentials()
    private var _$observationRegistrar = ObservationStateRegistrar()

    init() {
      let profile = Shared(value: Profile())
      (_profile, _city) = (profile, profile.part(\.city))
    }
  }

  private enum Action {
    case binding(BindingAction<State>)
    case path(StackAction<MeetingAction>)
    case detail(PresentationAction<MeetingAction>)
  }

  private enum MeetingAction {
    case started
    case renamed(String)
  }

  private func text(_ reflection: StateReflection?) throws -> String {
    var configuration = RecorderConfiguration.quiet
    (configuration.placeholderKey, configuration.reflection) = (1, reflection)
    let sink = LogBuffer()
    let recorder = try Recorder<Action, State>(
      sink: sink, app: "Meetings", configuration: configuration)
    var state = State()
    let actions: [Action] = [
      .binding(.set(\.password, "typed-password")),
      .binding(.set(\.credentials.text, "typed-password")), .path(.element(1, .renamed("pot"))),
      .detail(.presented(.started)),
    ]
    for action in actions { recorder.record(action, into: &state) { _, _ in } }
    recorder.close()
    return String(decoding: sink.bytes, as: UTF8.self)
  }

  @Test func theyAreShownAsTheirValues() throws {
    let text = try text(.whereNeeded)
    #expect(
      text.contains(
        #""path":[{"id":0,"element":{"title":"tea","apiToken":"redacted"#), "\(text)")
    #expect(
      text.contains(#""detail":null,"sheet":{"title":"sheet","apiToken":"redacted"#), "\(text)")
    #expect(
      text.contains(
        #""profile":{"city":"Rome","name":"Ann"},"city":"Rome","password":"","#
          + #""credentials":{"text":""}}"#),
      "\(text)")
  }

  @Test func labelsLeadToTheInnerAction() throws {
    let text = try text(.whereNeeded)
    for type in ["binding.password", "path.element.renamed", "detail.presented.started"] {
      #expect(text.contains(#""type":"\#(type)""#), "\(text)")
    }
    let seen = #""path":{"_0":{"element":{"id":1,"action":{"renamed":{"_0":"pot"}}}}}"#
    #expect(text.contains(seen), "\(text)")
  }

  @Test(arguments: [StateReflection.whereNeeded, .always, .never])
  func whatIsTypedIntoASecretFieldIsNotInTheLog(_ reflection: StateReflection) throws {
    let text = try text(reflection)
    #expect(!text.contains("typed-password") && !text.contains("s3cr3t"), "\(text)")
  }
}
