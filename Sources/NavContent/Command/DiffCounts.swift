import NavBase

/// The numbers of added and removed lines of a file; both are nil for a binary file.
struct DiffCounts: Hashable {
  var added: Int?
  var removed: Int?

  /// Returns the counts of several files in aligned columns of equal width, such as ` +3  -1`.
  static func aligned(_ counts: [DiffCounts]) -> [String] {
    let columns = Columns(counts)
    return counts.map { count in
      guard let parts = columns.parts(of: count) else {
        return padded("binary", to: columns.width)
      }
      return parts.added + "  " + parts.removed
    }
  }

  /// Returns a line for each file: the counts in colour and the name.
  ///
  /// - Parameter files: the counts with sanitised names.
  /// - Returns: the lines; if there are several files, the last line has the totals.
  static func lines(of files: [(name: String, counts: DiffCounts)]) -> [StyledText] {
    let total = files.reduce(DiffCounts(added: 0, removed: 0)) { total, file in
      DiffCounts(
        added: (total.added ?? 0) + (file.counts.added ?? 0),
        removed: (total.removed ?? 0) + (file.counts.removed ?? 0)
      )
    }
    let columns = Columns(files.map(\.counts) + (files.count > 1 ? [total] : []))
    func line(_ counts: DiffCounts, _ name: String, _ style: TextStyle) -> StyledText {
      var line = StyledText()
      if let parts = columns.parts(of: counts) {
        line.append(parts.added, style: TextStyle(role: .diffAdded))
        line.append("  ")
        line.append(parts.removed, style: TextStyle(role: .diffRemoved))
      } else {
        line.append(padded("binary", to: columns.width), style: TextStyle(role: .muted))
      }
      line.append("  ")
      line.append(name, style: style)
      return line
    }
    let lines = files.map { line($0.counts, $0.name, .plain) }
    guard files.count > 1 else { return lines }
    return lines + [line(total, "\(grouped(files.count)) files", TextStyle(role: .muted))]
  }

  private struct Columns {
    private var added = 0
    private var removed = 0
    private(set) var width = 0

    init(_ counts: [DiffCounts]) {
      for count in counts {
        added = max(added, Self.text("+", count.added).utf8.count)
        removed = max(removed, Self.text("-", count.removed).utf8.count)
      }
      let binary = counts.contains { $0.added == nil } ? "binary".utf8.count : 0
      width = max(binary, added + removed > 0 ? added + 2 + removed : 0)
      added = max(added, width - 2 - removed)
    }

    func parts(of count: DiffCounts) -> (added: String, removed: String)? {
      guard count.added != nil else { return nil }
      return (
        padded(Self.text("+", count.added), to: added),
        padded(Self.text("-", count.removed), to: removed)
      )
    }

    private static func text(_ sign: String, _ count: Int?) -> String {
      count.map { "\(sign)\($0)" } ?? ""
    }
  }
}
