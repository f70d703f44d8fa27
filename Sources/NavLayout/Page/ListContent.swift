/// A page whose rows are entries, of which one can be selected and opened.
package struct ListContent: Hashable, Sendable {
  package var entries: [ListEntry]
  /// What is said below the entries: that there are none, or that some are not shown.
  package var notes: [String]

  package init(entries: [ListEntry], notes: [String] = []) {
    self.entries = entries
    self.notes = notes
  }
}

/// One entry of a list.
package struct ListEntry: Hashable, Sendable {
  /// What names the entry where the list comes from, whatever it is called on the screen.
  package var key: [UInt8]
  /// One sanitised line.
  package var label: String
  /// What stands at the right: one sanitised line, short or empty.
  package var detail: String
  package var opens: Opens

  package enum Opens: UInt8, Hashable, Sendable {
    /// Nothing: it can be selected, and that is all.
    case nothing
    /// A page of entries.
    case list
    /// A page that is read.
    case text
  }

  package init(key: [UInt8], label: String, detail: String = "", opens: Opens) {
    self.key = key
    self.label = label
    self.detail = detail
    self.opens = opens
  }
}
