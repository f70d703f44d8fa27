import NavBase
import NavScene
import NavWire

/// The part of a transcript that describes the place in the session and prints the page there.
struct PageTranscript: Sendable {
  /// Whether the text of the page should be requested.
  private(set) var wantsText = false
  private var place = AccessibleDescription()
  private var hasPlace = false
  /// The printed lines of the page.
  private var printedLines: [SpokenLine] = []
  /// The same by row index, if rows are printed.
  private var printedRows: [Int: String] = [:]
  /// The received text, until the scene shows the same version.
  private var received: PageText?
  /// Whether the last printed text is still growing.
  private var isGrowing = false
  /// Whether rows are printed, because the text is not available.
  private var printsRows = false

  /// The most lines that are named when they disappear; of more, the number is printed.
  private static let namedLines = 8

  /// Whether the place and the text of the page were printed.
  var isCaughtUp: Bool { hasPlace && !wantsText && received == nil }

  /// Whether it is caught up and no running program is still printing to the page.
  var isComplete: Bool { isCaughtUp && !isGrowing }

  /// Handles the result of a request for the front page's text.
  mutating func receive(_ reading: PageReading) {
    wantsText = false
    switch reading {
    case .text(let page): received = page
    case .failed, .unknown: printsRows = true
    }
  }

  /// Forgets what the daemon supports, because another one may support more requests.
  mutating func connectionChanged() {
    printsRows = false
    isGrowing = false
  }

  /// Requests the text again that was requested in another view of the session, which has versions of its own.
  mutating func viewChanged() {
    isGrowing = false
    guard received != nil else { return }
    received = nil
    wantsText = true
  }

  /// Prints the place again with the next lines.
  mutating func forgetPlace() {
    place = AccessibleDescription()
    printedLines = []
    printedRows = [:]
    received = nil
  }

  /// Returns the lines to print for a place.
  ///
  /// - Parameters:
  ///   - new: the place at rest.
  ///   - version: the session's version that the scene shows.
  /// - Returns: the lines, in order; empty if nothing has changed.
  mutating func lines(for new: AccessibleDescription, version: UInt64) -> [String] {
    hasPlace = true
    return placeLines(new) + textLines(of: new, version)
  }

  private mutating func placeLines(_ new: AccessibleDescription) -> [String] {
    let old = place
    guard new != old else { return [] }
    place = new
    var lines = new.choices.filter { !old.choices.contains($0) }
    let isNewPage = new.page != old.page || new.heading != old.heading
    if isNewPage {
      printedLines = []
      printedRows = [:]
      isGrowing = false
      // A text that arrived before its scene may be the right one.
      wantsText = new.isText && received == nil
      lines.append(new.heading)
    }
    if let entry = new.entry, isNewPage || entry != old.entry { lines.append(entry) }
    if !isNewPage, new.isText, new.mayDiffer(from: old) { wantsText = true }
    return lines
  }

  private mutating func textLines(of place: AccessibleDescription, _ version: UInt64) -> [String] {
    guard place.isText else {
      received = nil
      return []
    }
    if printsRows {
      wantsText = false
      received = nil
      return rowLines(of: place)
    }
    // The scene for a newer text has not arrived yet.
    guard let page = received, page.version <= version else { return [] }
    received = nil
    guard page.version == version else {
      wantsText = true
      return []
    }
    isGrowing = page.isGrowing
    let lines = page.spoken
    defer { printedLines = lines }
    guard !printedLines.isEmpty else { return lines.map(\.text) }
    let added = AddedLines.between(printedLines, lines)
    let hidden = AddedLines.between(lines, printedLines)
    guard added.isEmpty, !hidden.isEmpty else { return added.namingColumns }
    let texts = hidden.map(\.text).joined(separator: "; ")
    return [
      "No longer shown: " + (hidden.count > Self.namedLines ? "\(hidden.count) lines" : texts)
    ]
  }

  private mutating func rowLines(of place: AccessibleDescription) -> [String] {
    let isFirst = printedRows.isEmpty
    let rows = place.rows.sorted { $0.key < $1.key }
      .filter { !$0.value.isEmpty && printedRows[$0.key] != $0.value }
    for row in rows { printedRows[row.key] = row.value }
    var lines = rows.map(\.value)
    if isFirst, place.rowsMissing > 0 {
      lines.append(place.rowsMissing == 1 ? "1 more row" : "\(place.rowsMissing) more rows")
    }
    return lines
  }
}

/// Finds the lines that were added to a text.
enum AddedLines {
  /// The longest changed part that is compared line by line.
  private static let compared = 1000

  /// Returns the lines that were added to a text, in order, without unchanged ones.
  ///
  /// If the start of a text is dropped while its end grows, as with a program that prints much, only the lines at the
  /// end count as added.
  static func between<Line: Equatable>(_ old: [Line], _ new: [Line]) -> [Line] {
    var (old, new) = (old[...], new[...])
    while let first = old.first, first == new.first {
      old.removeFirst()
      new.removeFirst()
    }
    while let last = old.last, last == new.last {
      old.removeLast()
      new.removeLast()
    }
    guard !old.isEmpty, !new.isEmpty else { return Array(new) }
    if old.count <= compared, new.count <= compared {
      return new.difference(from: old).insertions.compactMap {
        if case .insert(_, let line, _) = $0 { line } else { nil }
      }
    }
    let dropped = old.indices.first { new.starts(with: old[$0...]) }
    return Array(new.dropFirst(dropped.map { old.endIndex - $0 } ?? 0))
  }
}
