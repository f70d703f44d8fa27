/// A page whose rows are entries, of which one can be selected and opened.
package struct ListContent: Hashable, Sendable {
  package let entries: ListEntries
  /// Groups of consecutive entries, each below its own header; empty for a plain list.
  package let sections: [ListSection]
  /// Lines below the entries, for example that there are none, or that some are not shown.
  package var notes: [String]
  /// The position of the details.
  package let details: Details
  /// The columns of the longest line and of the longest detail, for a filtered list those of the whole list; 0 if details
  /// have no column and the widths were not given: those near their entries move right then, so that all end in one column.
  package let longest: (line: Int, detail: Int)
  /// The estimated size of the entries in memory, in bytes: known from the beginning, since others ask for it while
  /// nobody may wait.
  let entriesSize: Int

  package enum Details: UInt8, Hashable, Sendable {
    /// Near their entries; after a long line further right, or omitted.
    case near
    /// In a separate column, for which lines are truncated at their end; omitted if lines would become too short.
    case column
    /// The same, but lines are truncated at their start.
    case columnBehindEnds
  }

  /// Creates a list with sections or a plain one.
  ///
  /// - Parameters:
  ///   - entries: the entries from top to bottom.
  ///   - sections: the sections in ascending order, each beginning where the previous one ends, and the last one ending
  ///     with the entries; entries before the first section have no header.
  ///   - notes: the lines below the entries.
  ///   - details: the position of the details.
  ///   - longest: the columns of the longest line and detail; nil for those of the entries, which are unknown if details
  ///     have no column.
  ///
  /// O(text of all entries), unless they are `ListEntries` and details have no column, or a known one.
  package init(
    entries: some Collection<ListEntry>,
    sections: [ListSection] = [],
    notes: [String] = [],
    details: Details = .near,
    longest: (line: Int, detail: Int)? = nil
  ) {
    let entries = entries as? ListEntries ?? ListEntries(entries)
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
    entriesSize = entries.memorySize
    self.longest =
      longest
      ?? (details == .near
        ? (0, 0)
        : entries.reduce((0, 0)) { longest, entry in
          (max(longest.0, entry.lineColumns), max(longest.1, columnWidth(of: entry.detail)))
        })
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

/// A group of consecutive entries with a header.
package struct ListSection: Hashable, Sendable {
  /// The header's text: one sanitised line.
  package var title: String
  package var entries: Range<Int>

  package init(title: String, entries: Range<Int>) {
    self.title = title
    self.entries = entries
  }
}

/// One entry of a list.
package struct ListEntry: Hashable, Sendable {
  /// The entry's identity in the list's source, independent of the displayed text.
  package var key: [UInt8]
  /// The entry's name: one sanitised line.
  package var label: String
  /// The text at the right: one sanitised line, short or empty.
  package var detail: String
  /// The muted text before the label: one sanitised line, short or empty.
  package var lead: String
  /// The muted text after the label: one sanitised line, often empty.
  package var remark: String
  /// Whether the remark reports an error of the entry.
  package var isFaulty: Bool
  package var opens: Opens
  /// Whether the entry can be selected: keys skip an entry that cannot, and taps ignore it (TW-7).
  package var isSelectable: Bool

  package enum Opens: UInt8, Hashable, Sendable {
    /// Nothing: the entry can only be selected.
    case nothing
    /// A page of entries.
    case list
    /// A page of text.
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
  /// The entry's text in a row without its detail, which a search looks through.
  package var line: String { lead.isEmpty && remark.isEmpty ? label : lead + label + remark }

  /// The columns of that text.
  var lineColumns: Int {
    columnWidth(of: label) + (lead.isEmpty ? 0 : columnWidth(of: lead))
      + (remark.isEmpty ? 0 : columnWidth(of: remark))
  }
}
