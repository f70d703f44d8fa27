package import NavGeometry
import NavScene

/// A page that has to be read before an operation can go on.
package struct PageRequest: Hashable, Sendable {
  /// What names the page, made of the keys of the entries that lead to it.
  package let path: [UInt8]
  /// What reads it.
  package let source: PageSource
  /// The paths of the pages below it, from the root.
  package let ancestors: [[UInt8]]
  /// What the entry is called, for people.
  package let label: String
  /// The stack that it will lie in.
  let stack: ContainerID
  let parent: ContainerID
  let key: [UInt8]
  /// The rooms of that stack that will show it first.
  package var rooms: Set<CellSize> = []
  /// Whether lines of files have numbers in that session; nil where nobody has said so.
  package private(set) var numbers: Bool?
  /// Whether it is only looked at beside its list, so that its beginning is enough.
  package private(set) var isPreview = false

  init(
    path: [UInt8],
    source: PageSource,
    ancestors: [[UInt8]],
    label: String,
    stack: ContainerID,
    parent: ContainerID,
    key: [UInt8]
  ) {
    self.path = path
    self.source = source
    self.ancestors = ancestors
    self.label = label
    self.stack = stack
    self.parent = parent
    self.key = key
  }

  /// The same where lines of files have numbers, or none.
  func numbered(by numbers: Bool?) -> PageRequest {
    var request = self
    request.numbers = numbers
    return request
  }

  /// The same to be looked at beside its list.
  func forPreview(_ numbers: Bool?) -> PageRequest {
    var request = numbered(by: numbers)
    request.isPreview = true
    return request
  }
}

extension StackContent {
  /// A page of it, to be read for no session's stack.
  package func request(at path: [UInt8], label: String) -> PageRequest {
    let nobody = ContainerID(rawValue: 0)
    return PageRequest(
      path: path,
      source: source,
      ancestors: [self.path],
      label: label,
      stack: nobody,
      parent: nobody,
      key: []
    )
  }
}
