/// A page whose rows are entries, of which one can be selected and opened.
package struct ListContent: Hashable, Sendable {
  package let entries: [ListEntry]
  /// Groups of consecutive entries, each below a header of its own; none for a plain list.
  package let sections: [ListSection]
  /// What is said below the entries: that there are none, or that some are not shown.
  package var notes: [String]

  /// Entries, in sections or plain.
  ///
  /// - Parameters:
  ///   - entries: from top to bottom.
  ///   - sections: ascending, each beginning where the one before ends, the last one ending with
  ///     the entries; entries before the first section stand without a header.
  ///   - notes: the lines below.
  package init(entries: [ListEntry], sections: [ListSection] = [], notes: [String] = []) {
    for (index, section) in sections.enumerated() {
      let end = index + 1 < sections.count ? sections[index + 1].entries.lowerBound : entries.count
      precondition(
        section.entries.lowerBound >= 0 && section.entries.upperBound == end,
        "cannot end section \(index) with entry \(section.entries.upperBound): \(end) is next"
      )
    }
    self.entries = entries
    self.sections = sections
    self.notes = notes
  }
}

/// Entries of a list that belong together.
package struct ListSection: Hashable, Sendable {
  /// What its header says: one sanitised line.
  package var title: String
  package var entries: Range<Int>

  package init(title: String, entries: Range<Int>) {
    self.title = title
    self.entries = entries
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
  /// Whether it can be selected: keys pass over an entry that can not, taps leave it alone (TW-7).
  package var isSelectable: Bool

  package enum Opens: UInt8, Hashable, Sendable {
    /// Nothing: it can be selected, and that is all.
    case nothing
    /// A page of entries.
    case list
    /// A page that is read.
    case text
  }

  package init(
    key: [UInt8],
    label: String,
    detail: String = "",
    opens: Opens,
    isSelectable: Bool = true
  ) {
    self.key = key
    self.label = label
    self.detail = detail
    self.opens = opens
    self.isSelectable = isSelectable
  }
}
