import NavBase
import NavEngine
import NavScene
import NavTestKit

/// A small tree whose directories have 60 entries: `d0 ...` lists, `f0 ...` texts.
enum Tree {
  static let entries = 60

  static var session: Session { Session(root: directory("root"), path: Array("/root".utf8)) }

  static func directory(_ title: String) -> PageContent {
    let entries = (0..<entries).map { number in
      let isList = number % 2 == 0
      let label = isList ? "d\(number)/" : "f\(number)"
      return ListEntry(
        key: Array((isList ? "d\(number)" : "f\(number)").utf8),
        label: label,
        opens: isList ? .list : .text
      )
    }
    return PageContent(title: title, list: ListContent(entries: entries, notes: ["2 hidden"]))
  }

  /// Returns the page of a path: its last part is the title; a text has 100 lines.
  static func page(_ request: PageRequest) -> PageContent {
    let title = String(
      decoding: request.path.split(separator: UInt8(ascii: "/")).last ?? [],
      as: UTF8.self
    )
    if title.hasPrefix("d") { return directory(title) }
    let lines = (1...100).map { "\(title) line \($0)" }
    return PageContent(title, [.preformatted(lines: lines)])
  }
}

extension Session {
  /// Types keys in a terminal of a size; pages come from the tree.
  mutating func type(
    _ names: String...,
    in viewport: CellSize = .standardTerminal,
    at now: Duration = .zero
  ) throws {
    let keys = names.compactMap { Key(name: $0) }
    precondition(keys.count == names.count, "no such key among \(names)")
    try perform(.keys(keys), seenIn: viewport, at: now, page: Tree.page)
  }

  mutating func tap(
    _ title: String,
    row: Int? = nil,
    in viewport: CellSize = .standardTerminal
  ) throws {
    let scene = rest(in: viewport, viewers: 1)
    guard let page = scene.containers.last(where: { $0.name == title }) else {
      throw Missing(title: title)
    }
    try perform(.tap(page.id, row: row), seenIn: viewport, at: .zero, page: Tree.page)
  }

  struct Missing: Error {
    let title: String
  }
}

extension Scene {
  /// The names of the visible pages, from the bottom to the top.
  var titles: [String] { containers.filter { $0.kind == .page }.map(\.name) }

  /// The focused page.
  var active: Container? { focus.flatMap { self[$0] } }
}

extension Container {
  /// The last component of its title, which is a path if it is a directory.
  var name: String { title.lastComponent ?? title }
}
