import NavBase
import NavScene

/// A search in a session, and its matches in the focused content.
struct SessionSearch: Sendable {
  let query: TextQuery
  /// The content that was searched last; nil for none.
  private var content: SearchedContent?
  /// Ascending by page and position.
  private(set) var matches: [FoundMatch] = []

  /// The most matches; further ones are not found.
  static let matchLimit = TextQuery.matchLimit
  /// The most pages of one pager that are searched, from the first one on.
  static let pageLimit = 20_000
  /// The same for pages that are created on access.
  static let madePageLimit = 1_000

  init(_ query: TextQuery) {
    self.query = query
  }

  /// Searches the content, unless it was the last one searched.
  ///
  /// O(text) if it is searched.
  mutating func update(to content: SearchedContent?) {
    guard content != self.content else { return }
    self.content = content
    matches = content?.matches(of: query) ?? []
  }

  // MARK: Queries

  /// Returns the index of the match at a position; nil if none begins there.
  func index(at place: FoundMatch.Place) -> Int? {
    let index = firstIndex(from: place)
    return index < matches.count && matches[index].place == place ? index : nil
  }

  /// Returns the index of the first match at or after a position; the number of matches if there is none.
  func firstIndex(from place: FoundMatch.Place) -> Int {
    var low = 0
    var high = matches.count
    while low < high {
      let middle = (low + high) / 2
      if matches[middle].place < place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the highlights of one page.
  ///
  /// - Parameters:
  ///   - page: its index; 0 if the content is one page.
  ///   - rows: the rows of the page.
  ///   - current: the index of the current match, if any.
  /// - Returns: nil for a text without matches.
  func found(in page: Int, rows: ScrollablePage, current: Int?) -> SearchHighlights? {
    if rows.content.list != nil {
      let entry = current.flatMap { matches[$0].page == page ? matches[$0] : nil }
      return .entries(query, current: entry?.match.position.block)
    }
    let first = firstIndex(from: FoundMatch.Place(page: page, position: .start))
    let end = firstIndex(from: FoundMatch.Place(page: page + 1, position: .start))
    guard first < end else { return nil }
    let index = current.flatMap { (first..<end).contains($0) ? $0 - first : nil }
    return .text(FoundText(matches: matches[first..<end].map(\.match)[...], current: index))
  }
}

/// A match in the focused content.
struct FoundMatch: Hashable, Sendable {
  /// The index of its page; 0 if the content is one page.
  var page: Int
  /// In a list, the position names the entry.
  var match: TextMatch

  struct Place: Hashable, Comparable, Sendable {
    var page: Int
    var position: TextPosition

    static func < (a: Place, b: Place) -> Bool { (a.page, a.position) < (b.page, b.position) }
  }

  var place: Place { Place(page: page, position: match.position) }
}

/// The content of a search: all pages of a container, or the active page of rows.
///
/// Unchanged contents share their storage, so that they are compared quickly.
enum SearchedContent: Equatable, Sendable {
  case pages(ContainerID, PagerPages)
  case rows(ContainerID, PageContent)

  func matches(of query: TextQuery) -> [FoundMatch] {
    var matches: [FoundMatch] = []
    switch self {
    case .rows(_, let content):
      matches = content.matches(of: query, limit: SessionSearch.matchLimit).map {
        FoundMatch(page: 0, match: $0)
      }
    case .pages(_, let pages):
      for index in 0..<min(pages.count, pages.searchLimit) {
        guard case .page(let page) = pages[index] else { continue }
        let limit = SessionSearch.matchLimit - matches.count
        guard limit > 0 else { break }
        matches += page.matches(of: query, limit: limit).map {
          FoundMatch(page: index, match: $0)
        }
      }
    }
    return matches
  }
}

extension PagerPages {
  fileprivate var searchLimit: Int {
    switch self {
    case .listed, .packed: SessionSearch.pageLimit
    case .numbered: SessionSearch.madePageLimit
    }
  }
}

extension PageContent {
  /// Returns the matches in a text; in a list, one for each selectable entry that has any.
  fileprivate func matches(of query: TextQuery, limit: Int) -> [TextMatch] {
    switch body {
    case .text(let document):
      // The next search begins behind the part of a large text, so that those of the part are all found.
      let isPart = document.window != nil
      return document.matches(of: query, limit: isPart ? 10 * limit : limit)
    case .list(let list):
      var matches: [TextMatch] = []
      var start = 0
      while matches.count < limit,
        let index = list.entries.firstIndex(from: start, foundBy: query)
      {
        start = index + 1
        guard list.entries.isSelectable(at: index),
          let match = query.matches(in: list.entries[index].line, limit: 1).first
        else { continue }
        matches.append(
          TextMatch(position: TextPosition(block: index, grapheme: 0), bytes: match.bytes)
        )
      }
      return matches
    // Boxes have no positions in a text.
    case .board: return []
    }
  }
}
