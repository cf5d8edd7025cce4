import RexJSON
import RexQuery

// The Swift of docs/reference/queries.md, compiled. DocsTests compares it with the page.

private func ask(state: JSON, earlier: JSON, entry: JSON) throws {
  let unread = try JSONPath("$.messages[?!@.isRead].body")
  for node in try unread.nodes(in: state) { print(node.path, node.value) }

  let condition = try Condition("$.cart.total < 0 && @.type == 'cart.remove'")
  let moment = Moment(after: state, before: earlier, entry: entry)
  if try condition.holds(in: moment) {
    for reading in try condition.readings(in: moment) { print(reading.text, reading.value) }
  }

  let path = try ValuePath("/messages[id=msg-17]/body")
  print(path.resolve(in: state)?.description ?? "nowhere")
}
