/// A value of a YAML text, with its place.
///
/// A key is in a map once. There are no aliases: they are an error.
package struct YAMLValue: Sendable {
  enum Content: Sendable {
    /// `isPlain`: it has no quotation marks, so that it may be meant as a number or a flag.
    case scalar(String, isPlain: Bool)
    case map([Entry])
    case sequence([YAMLValue])
  }

  /// A key of a map with its value.
  package struct Entry: Sendable {
    package let key: YAMLValue
    package let value: YAMLValue
  }

  let content: Content
  let mark: YAMLMark

  /// The text of a scalar; nil for a map or a sequence.
  package var text: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  /// Whether it is a scalar without quotation marks.
  package var isPlain: Bool {
    if case .scalar(_, let isPlain) = content { isPlain } else { false }
  }

  /// The entries of a map in the order of the text; nil for anything else.
  package var entries: [Entry]? {
    if case .map(let entries) = content { entries } else { nil }
  }

  /// The values of a sequence; nil for anything else.
  package var items: [YAMLValue]? {
    if case .sequence(let items) = content { items } else { nil }
  }

  /// The value of a key of a map; nil without one.
  package subscript(key: String) -> YAMLValue? {
    entries?.first { $0.key.text == key }?.value
  }
}
