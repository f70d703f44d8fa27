import NavBase
import Synchronization

/// A search for words in all pages of a book or a document, one page after the other on a thread; the matches so far
/// can be read meanwhile.
final class TextFinding: Sendable {
  /// Returns the page at a path of keys; nil if there is none.
  typealias Pages = @Sendable (_ keys: [[UInt8]]) -> PageContent?

  private let query: TextQuery?
  private let words: String
  private let pages: Pages
  private let isBook: Bool
  private let state: Mutex<FoundPlaces>

  /// The most pages that are searched.
  static let pageLimit = 20_000
  /// The deepest nesting of pages that is searched.
  static let depthLimit = 64
  /// The longest part of a text that is shown for a match: in columns before the match, and in all.
  static let before = 24
  static let columns = 120

  init(_ query: Finders.Query, _ pages: @escaping Pages) {
    self.query = TextQuery(query.words)
    words = query.words
    self.pages = pages
    isBook = query.scope.source.kind.traits.isBook
    let kind = isBook ? FoundPlaces.Kind.chapters : .values
    state = Mutex(FoundPlaces(kind, isDone: query.words.isEmpty))
  }

  var found: FoundPlaces { state.withLock { $0 } }

  /// Searches all pages, in their order.
  ///
  /// - Parameter isWanted: called for each page or value; the search ends early when it returns false.
  func run(while isWanted: () -> Bool) {
    if let query, let root = pages([]) {
      _ =
        isBook
        ? lookThrough(chapters: root, for: query, while: isWanted)
        : lookThrough(root, at: [], for: query, while: isWanted)
    }
    state.withLock { $0.isDone = true }
  }

  // MARK: Books

  private func lookThrough(
    chapters: PageContent,
    for query: TextQuery,
    while isWanted: () -> Bool
  ) -> Bool {
    for entry in chapters.list?.entries ?? [] where entry.opens == .text {
      guard let page = pages([entry.key]) else { continue }
      let matches = page.document.matches(of: query, limit: FoundPlaces.placeLimit + 1)
      var places: [FoundPlaces.Place] = []
      if !matches.isEmpty {
        let segments = page.document.segments
        places = matches.enumerated().map { index, match in
          place(match, index, in: entry.key, title: page.title, segments)
        }
      }
      guard add(places), isWanted() else { return false }
    }
    return true
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
    _ page: PageContent,
    at keys: [[UInt8]],
    for query: TextQuery,
    while isWanted: () -> Bool
  ) -> Bool {
    guard let list = page.list, keys.count < Self.depthLimit else { return true }
    for entry in list.entries {
      let here = keys + [entry.key]
      var places: [FoundPlaces.Place] = []
      if let match = query.matches(in: entry.label, limit: 1).first {
        places = [
          FoundPlaces.Place(
            visit: Visit(here, selects: true, search: words),
            label: entry.label,
            detail: page.title,
            marks: [match.bytes]
          )
        ]
      }
      guard add(places), isWanted() else { return false }
      // An entry shows only the beginning of a long text.
      guard entry.opens == .list || entry.label.hasSuffix("…"), let inner = pages(here) else {
        continue
      }
      if inner.list != nil {
        guard lookThrough(inner, at: here, for: query, while: isWanted) else { return false }
      } else if places.isEmpty, let match = inner.document.matches(of: query, limit: 1).first {
        let text = inner.document.segments.first { $0.block == match.position.block }?.text ?? ""
        let line = MatchLine(of: match.bytes, in: text)
        let place = FoundPlaces.Place(
          visit: Visit(here, search: words),
          label: line.text,
          detail: inner.title,
          marks: [line.mark]
        )
        guard add([place]) else { return false }
      }
    }
    return true
  }

  /// Adds the matches of one page or value; returns false at a limit.
  private func add(_ places: [FoundPlaces.Place]) -> Bool {
    state.withLock { found in
      found.looked += 1
      let room = FoundPlaces.placeLimit - found.places.count
      found.places += places.prefix(room)
      found.count = found.places.count
      found.isCut = places.count > room || found.looked >= Self.pageLimit * (isBook ? 1 : 50)
      return !found.isCut
    }
  }
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
