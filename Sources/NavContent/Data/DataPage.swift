package import NavText

/// The page at a path of a document.
package enum DataPage: Hashable, Sendable {
  case list(DataList)
  case text(title: String, TextDocument)

  /// The title as one sanitised line: the path, shortened at its start, or the name of the document.
  package var title: String {
    switch self {
    case .list(let list): list.title
    case .text(let title, _): title
    }
  }
}

/// A list of the values in another value.
package struct DataList: Hashable, Sendable {
  package var title: String
  package var entries: [DataEntry]
  /// Messages below the entries.
  package var notes: [String] = []
}

/// An entry of an outline list: one value.
package struct DataEntry: Hashable, Sendable {
  /// The token of the entry: see `DataPath`.
  package var key: [UInt8]
  /// The name, and the beginning of a scalar value: one sanitised line.
  package var label: String
  /// The number of values in it, as `{3}` or `[3]`.
  package var detail: String
  /// The beginning of its content, such as `{a: 1, b: …}`: one sanitised line; empty for a scalar.
  package var preview = ""
  /// Whether it opens a list.
  package var opensList: Bool
}
