/// A text that a client sends with its request, read from its standard input.
package struct GivenText: Hashable, Sendable {
  /// Numbered as in `input.proto`.
  package enum Form: UInt8, Hashable, CaseIterable, Sendable {
    /// Lines of a program's output, with colours.
    case printed = 0
    case deck = 1
    case outline = 2
  }

  /// The name in lists: one line, possibly empty.
  package var name: String
  /// The text; at most `byteLimit` bytes are sent with a request.
  package var bytes: [UInt8]
  package var form: Form

  package static let byteLimit = 512 << 10

  package init(name: String, bytes: [UInt8], form: Form) {
    self.name = name
    self.bytes = bytes
    self.form = form
  }

  /// The display name, with a default for an empty name.
  package var shownName: String { name.isEmpty ? "standard input" : name }
}
