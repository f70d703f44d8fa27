import NavLayout
import NavScene
import NavText

/// What is searched for in a session, and where the content that has the keys has it.
struct SessionSearch: Sendable {
  let query: TextQuery
  /// What was searched last; nil for nothing yet.
  private var content: SearchedContent?
  /// Ascending by page and place.
  private(set) var matches: [FoundMatch] = []

  /// The most matches; what comes behind is not found.
  static let matchLimit = 10_000
  /// The most pages of one pager that are searched, from the first one on.
  static let pageLimit = 20_000
  /// The same of pages that are made when they are looked at.
  static let madePageLimit = 1_000

  init(_ query: TextQuery) {
    self.query = query
  }

  /// Searches a content unless that was the last one.
  ///
  /// O(text) where it was not.
  mutating func update(to content: SearchedContent?) {
    guard content != self.content else { return }
    self.content = content
    matches = content?.matches(of: query) ?? []
  }

  // MARK: Looking

  /// The index of the match at a place; nil where none begins there.
  func index(at place: FoundMatch.Place) -> Int? {
    let index = firstIndex(from: place)
    return index < matches.count && matches[index].place == place ? index : nil
  }

  /// The index of the first match at a place or behind it, which may be behind the last one.
  func firstIndex(from place: FoundMatch.Place) -> Int {
    var low = 0
    var high = matches.count
    while low < high {
      let middle = (low + high) / 2
      if matches[middle].place < place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// What is found in one page.
  ///
  /// - Parameters:
  ///   - page: its index; 0 where the content is one page.
  ///   - rows: what stands in it.
  ///   - current: the match that people are at.
  /// - Returns: nil where it is none of the pages that were searched.
  func found(in page: Int, rows: RowsPage, current: Int?) -> FoundRows? {
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

/// A match in the content that has the keys.
struct FoundMatch: Hashable, Sendable {
  /// The index of its page; 0 where the content is one page.
  var page: Int
  /// In a list, the place names the entry.
  var match: TextMatch

  struct Place: Hashable, Comparable, Sendable {
    var page: Int
    var position: TextPosition

    static func < (a: Place, b: Place) -> Bool { (a.page, a.position) < (b.page, b.position) }
  }

  var place: Place { Place(page: page, position: match.position) }
}

/// What a search goes through: all pages of a pager, or the page of rows that is in front.
///
/// Two of which nothing has changed are the same storage, which is seen at once.
enum SearchedContent: Equatable, Sendable {
  case pager(ContainerID, PagerPages)
  case rows(ContainerID, PageContent)

  func matches(of query: TextQuery) -> [FoundMatch] {
    var matches: [FoundMatch] = []
    switch self {
    case .rows(_, let content):
      matches = content.matches(of: query, limit: SessionSearch.matchLimit).map {
        FoundMatch(page: 0, match: $0)
      }
    case .pager(_, let pages):
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
    case .listed: SessionSearch.pageLimit
    case .numbered: SessionSearch.madePageLimit
    }
  }
}

extension PageContent {
  /// The matches in a text; in a list one for each entry that can be selected and has any.
  fileprivate func matches(of query: TextQuery, limit: Int) -> [TextMatch] {
    switch body {
    case .text(let document): return document.matches(of: query, limit: limit)
    case .list(let list):
      var matches: [TextMatch] = []
      for (index, entry) in list.entries.enumerated() where entry.isSelectable {
        guard let match = query.matches(in: entry.line, limit: 1).first else { continue }
        matches.append(
          TextMatch(position: TextPosition(block: index, grapheme: 0), bytes: match.bytes)
        )
        if matches.count == limit { break }
      }
      return matches
    // Boxes have no places in a text.
    case .board: return []
    }
  }
}
