import Glibc
import NavBase
import Synchronization

/// A search for words in all pages of a book, one page after the other, or in a document, on a thread; the matches so
/// far can be read meanwhile.
final class TextFinding: Sendable {
  /// What is searched.
  enum Subject: Sendable {
    /// A book: returns the page at a path of keys; nil if there is none.
    case book(@Sendable (_ keys: [[UInt8]]) -> PageContent?)
    /// Returns the document; nil if it can't be read.
    case document(@Sendable () -> DataDocument?)
  }

  private let query: TextQuery?
  private let words: String
  private let subject: Subject
  private let state: Mutex<FoundPlaces>

  /// The most chapters that are searched.
  static let pageLimit = 20_000
  /// The longest part of a text that is shown for a match: in columns before the match, and in all.
  static let before = 24
  static let columns = 120

  init(_ query: Finders.Query, _ subject: Subject) {
    self.query = TextQuery(query.words)
    words = query.words
    self.subject = subject
    let kind: FoundPlaces.Kind =
      switch subject {
      case .book: .chapters
      case .document: .values
      }
    state = Mutex(FoundPlaces(kind, isDone: query.words.isEmpty))
  }

  var found: FoundPlaces { state.withLock { $0 } }

  /// Searches everything, in its order.
  ///
  /// - Parameter isWanted: called again and again; the search ends early when it returns false.
  func run(while isWanted: () -> Bool) {
    if let query {
      switch subject {
      case .book(let pages): lookThrough(pages, for: query, while: isWanted)
      case .document(let document):
        if let document = document() { lookThrough(document, for: query, while: isWanted) }
      }
    }
    state.withLock { $0.isDone = true }
  }

  // MARK: Books

  private func lookThrough(
    _ pages: (_ keys: [[UInt8]]) -> PageContent?,
    for query: TextQuery,
    while isWanted: () -> Bool
  ) {
    let chapters = pages([])?.list?.entries.filter { $0.opens == .text } ?? []
    for (number, entry) in chapters.enumerated() {
      guard isWanted() else { return }
      guard let page = pages([entry.key]) else { continue }
      let matches = page.document.matches(of: query, limit: FoundPlaces.placeLimit + 1)
      var places: [FoundPlaces.Place] = []
      if !matches.isEmpty {
        let segments = page.document.segments
        places = matches.enumerated().map { index, match in
          place(match, index, in: entry.key, title: page.title, segments)
        }
      }
      let isFull = !add(places, looked: number + 1, of: chapters.count)
      if isFull || number + 1 == Self.pageLimit, number + 1 < chapters.count { return cut() }
    }
  }

  private func place(
    _ match: TextMatch,
    _ index: Int,
    in key: [UInt8],
    title: String,
    _ segments: [TextSegment]
  ) -> FoundPlaces.Place {
    let segment = segments.last {
      $0.block == match.position.block && $0.cell == match.cell
        && $0.grapheme <= match.position.grapheme
    }
    let line = MatchLine(of: match.bytes, in: segment?.text ?? "")
    return FoundPlaces.Place(
      visit: Visit([key], search: words, match: index),
      label: line.text,
      detail: title,
      marks: [line.mark]
    )
  }

  // MARK: Documents

  private func lookThrough(
    _ document: DataDocument,
    for query: TextQuery,
    while isWanted: () -> Bool
  ) {
    while !document.progress.isDone {
      guard isWanted() else { return }
      usleep(5_000)
    }
    document.search(for: query) { place, searched in
      add(place.map { [$0] } ?? [], looked: searched, of: document.size) && isWanted()
    }
    state.withLock { if !$0.isCut { $0.looked = $0.whole } }
  }

  // MARK: Results

  /// Adds matches; returns false at the limit.
  private func add(_ places: [FoundPlaces.Place], looked: Int, of whole: Int) -> Bool {
    state.withLock { found in
      (found.looked, found.whole) = (looked, whole)
      let room = FoundPlaces.placeLimit - found.places.count
      found.places += places.prefix(room)
      found.count = found.places.count
      if places.count > room { found.isCut = true }
      return !found.isCut
    }
  }

  private func cut() { state.withLock { $0.isCut = true } }
}

/// The line of a text that contains a match; shortened before the match if it is long.
struct MatchLine: Hashable {
  let text: String
  /// The range of the match in the line, in bytes.
  let mark: Range<Int>

  init(of match: Range<Int>, in text: String) {
    let bytes = Array(text.utf8)
    let start = min(match.lowerBound, bytes.count)
    let end = min(max(start, match.upperBound), bytes.count)
    let head = String(decoding: bytes[..<start], as: UTF8.self)
    let found = String(decoding: bytes[start..<end], as: UTF8.self)
    let rest = String(decoding: bytes[end...], as: UTF8.self)
    let lead = head.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).last ?? ""
    var before = String(lead.drop { $0.isWhitespace })
    if before.count > TextFinding.before { before = "…" + before.suffix(TextFinding.before - 1) }
    before = before.map { $0 == "\t" ? " " : String($0) }.joined()
    let tail =
      rest.split(
        maxSplits: 1,
        omittingEmptySubsequences: false,
        whereSeparator: \.isNewline
      ).first ?? ""
    let inside = sanitized(found.map { $0.isWhitespace ? " " : String($0) }.joined())
    let clean = sanitized(before)
    self.text = (clean + inside + sanitized(String(tail))).truncated(toColumns: TextFinding.columns)
    let length = self.text.utf8.count
    let first = min(clean.utf8.count, length)
    mark = first..<min(length, first + inside.utf8.count)
  }
}
