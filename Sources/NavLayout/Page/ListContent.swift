import NavText

/// A page whose rows are entries, of which one can be selected and opened.
package struct ListContent: Hashable, Sendable {
  package let entries: [ListEntry]
  /// Groups of consecutive entries, each below a header of its own; none for a plain list.
  package let sections: [ListSection]
  /// What is said below the entries: that there are none, or that some are not shown.
  package var notes: [String]
  /// Where details stand.
  package let details: Details
  /// The columns of the longest line and of the longest detail; 0 where details need no column.
  let longest: (line: Int, detail: Int)

  package enum Details: UInt8, Hashable, Sendable {
    /// Near their entries; behind a long line further right, or nowhere.
    case near
    /// In a column of their own, for which lines are cut at their end; nowhere where lines would have little room.
    case column
    /// The same; lines are cut at their start.
    case columnBehindEnds
  }

  /// Entries, in sections or plain.
  ///
  /// - Parameters:
  ///   - entries: from top to bottom.
  ///   - sections: ascending, each beginning where the one before ends, the last one ending with
  ///     the entries; entries before the first section stand without a header.
  ///   - notes: the lines below.
  ///   - details: where details stand; in a column: O(text of all entries).
  package init(
    entries: [ListEntry],
    sections: [ListSection] = [],
    notes: [String] = [],
    details: Details = .near
  ) {
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
    self.details = details
    longest =
      details == .near
      ? (0, 0)
      : entries.reduce((0, 0)) { longest, entry in
        (max(longest.0, entry.lineColumns), max(longest.1, columnWidth(of: entry.detail)))
      }
  }

  package static func == (a: ListContent, b: ListContent) -> Bool {
    a.entries == b.entries && a.sections == b.sections && a.notes == b.notes
      && a.details == b.details
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(entries)
    hasher.combine(sections)
    hasher.combine(notes)
    hasher.combine(details)
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
  /// What stands before the label, quieter: one sanitised line, short or empty.
  package var lead: String
  /// What stands behind the label, quieter: one sanitised line, often empty.
  package var remark: String
  /// Whether what the remark says is wrong with the entry.
  package var isFaulty: Bool
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
    lead: String = "",
    remark: String = "",
    opens: Opens,
    isSelectable: Bool = true,
    isFaulty: Bool = false
  ) {
    self.key = key
    self.label = label
    self.detail = detail
    self.lead = lead
    self.remark = remark
    self.isFaulty = isFaulty
    self.opens = opens
    self.isSelectable = isSelectable
  }
}

extension ListEntry {
  /// What a row says of the entry but its detail, which is what a search looks through.
  package var line: String { lead.isEmpty && remark.isEmpty ? label : lead + label + remark }

  /// What it takes of a row without its detail.
  var lineColumns: Int {
    columnWidth(of: label) + (lead.isEmpty ? 0 : columnWidth(of: lead))
      + (remark.isEmpty ? 0 : columnWidth(of: remark))
  }
}
