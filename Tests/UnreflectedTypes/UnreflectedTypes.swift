/// Types of a module that is built without reflection metadata.

package struct UnreflectedStruct: Encodable, Hashable {
  package var flag = false
  package var number = 0
  package var text = ""

  package init() {}
}

package struct UnreflectedBox: Encodable {
  package final class Contents: Encodable {
    package var number = 0
  }

  package var contents = Contents()

  package init() {}
}

package enum UnreflectedEnum: Encodable, Hashable {
  case none
  case number(Int)
  case text(String)
}

package struct UnreflectedGeneric<Value: Encodable>: Encodable {
  package var value: Value

  package init(_ value: Value) { self.value = value }
}
