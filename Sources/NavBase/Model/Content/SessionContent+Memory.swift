// The memory that content takes while it is held: an estimate that is the same for equal contents, so that it can be
// counted against a limit. Wrapped rows are not part of it; those are a cache (`NavEngine/Session/Pages/TextCache.swift`).

extension SessionContent {
  /// The estimated size in memory, in bytes; O(containers, pages that are listed, entries of lists).
  package var memorySize: Int {
    switch slot {
    case .rows(let page): page.memorySize
    case .container(let container): container.memorySize
    }
  }
}

extension PagerPages {
  /// The estimated size in memory, in bytes; O(1) for packed pages.
  package var memorySize: Int {
    switch self {
    case .listed(let pages): pages.reduce(0) { $0 + $1.memorySize }
    case .packed(let pages): pages.memorySize
    case .numbered: 0
    }
  }
}

extension PageContent {
  /// The estimated size in memory, in bytes; O(1) for a text, O(entries) for a list.
  package var memorySize: Int {
    let footer = footer.map { [$0.left, $0.center, $0.right, $0.place].memorySize } ?? 0
    let own = Self.ownSize + title.utf8.count + notes.memorySize + footer
    return switch body {
    case .text(let document): own + document.packedSize
    case .list(let list): own + list.memorySize
    case .board(let board):
      board.boxes.reduce(own) {
        $0 + Self.boxSize + $1.title.utf8.count + $1.document.byteCount * 4
      }
    }
  }

  /// The size of a page without its texts.
  private static let ownSize = 400
  /// The size of a box of a board without its texts.
  private static let boxSize = 1_000
}

extension ListContent {
  /// The estimated size in memory, in bytes.
  fileprivate var memorySize: Int { entriesSize + notes.memorySize + sections.count * 64 }
}

extension ListEntry {
  /// The estimated size in memory, in bytes.
  var memorySize: Int {
    Self.ownSize + key.count + label.utf8.count + detail.utf8.count + lead.utf8.count
      + remark.utf8.count
  }

  /// The size without the bytes of its texts: the value, and the headers of the allocations of its key and its longer
  /// texts.
  private static let ownSize = 200
}

extension [String] {
  fileprivate var memorySize: Int { reduce(0) { $0 + $1.utf8.count } }
}
