package import NavText

/// What stands at a path of a document.
package enum OutlinePage: Hashable, Sendable {
  case list(OutlineList)
  case text(title: String, TextDocument)

  /// One sanitised line: the path, shortened at its front, or the name of the document.
  package var title: String {
    switch self {
    case .list(let list): list.title
    case .text(let title, _): title
    }
  }
}

/// Values that lie in another one.
package struct OutlineList: Hashable, Sendable {
  package var title: String
  package var entries: [OutlineEntry]
  /// What is said below them.
  package var notes: [String] = []
}

/// One value in another one.
package struct OutlineEntry: Hashable, Sendable {
  /// What names it: see `OutlinePath`.
  package var key: [UInt8]
  /// The name, and the beginning of a value that has no others in it: one sanitised line.
  package var label: String
  /// How many values there are in it, as `{3}` or `[3]`.
  package var detail: String
  /// How what is in it begins, as `{a: 1, b: …}`: one sanitised line; empty for a value that has no others in it.
  package var preview = ""
  /// Whether it opens a list.
  package var opensList: Bool
}
