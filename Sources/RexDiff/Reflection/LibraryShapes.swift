/// What is shown of the types of a library.
struct LibraryShape {
  let type: String
  let shape: ReflectionShape

  static let all: [LibraryShape] = []
}
