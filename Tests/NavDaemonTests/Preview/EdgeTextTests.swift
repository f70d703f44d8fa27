import NavBase
import NavDaemon
import NavEngine
import NavScene
import NavTestKit
import NavViewer
import Testing

@Suite("D-4: edges beside text, at every width")
struct EdgeTextTests {
  enum Kind: CaseIterable {
    case list, text
  }

  @Test(
    "no glyph of an uncovered page is lost, from 1 to 120 columns, 0 to 5 pages deep, in side tabs or not",
    arguments: Kind.allCases,
    [false, true]
  )
  func sweep(kind: Kind, isInTabs: Bool) throws {
    var read = 0
    for depth in 0...5 {
      for session in try Self.sessions(kind, depth: depth, isInTabs: isInTabs) {
        for columns in sampled(1...120) {
          var session = session
          let scene = session.rest(
            in: CellSize(columns: columns, rows: 9),
            facts: SessionFacts(name: "x", viewers: 1)
          )
          let lines = ScenePicture(scene).lines.map(Array.init)
          let whole = scene.wholePages
          #expect(whole.contains { $0.page.id == scene.focus }, "the active page is covered")
          for (page, origin) in whole {
            let lost = Self.lostRow(of: page, at: origin, in: lines)
            #expect(lost == nil, "\(columns) columns, depth \(depth), page \(page.title)")
            let touches = page.frame.width >= 22 && Self.touchesEdge(page, at: origin, in: lines)
            #expect(!touches, "\(columns) columns, depth \(depth), page \(page.title)")
            read += 1
          }
        }
      }
    }
    #expect(read > scaled(2_500))
  }

  /// Returns the text of the first row that is not completely on the screen.
  private static func lostRow(
    of page: Container,
    at origin: CellPoint,
    in lines: [[Character]]
  ) -> String? {
    for row in 0..<min(page.visibleRows, page.content.height) {
      guard let text = page.rows[row] else { return "row \(row)" }
      let line = origin.y + page.content.y + row
      let left = origin.x + page.content.x - page.scroll.x + text.indent
      for (offset, glyph) in text.text.enumerated() where glyph != " " {
        guard lines.indices.contains(line), lines[line].indices.contains(left + offset),
          lines[line][left + offset] == glyph
        else { return text.text }
      }
    }
    return nil
  }

  /// Returns whether a glyph is directly before or after the text.
  private static func touchesEdge(
    _ page: Container,
    at origin: CellPoint,
    in lines: [[Character]]
  ) -> Bool {
    let first = origin.y + page.content.y
    let left = origin.x + page.content.x - page.scroll.x
    return (first..<first + page.visibleRows).contains { line in
      [left - 1, left + page.content.width].contains { column in
        lines.indices.contains(line) && lines[line].indices.contains(column)
          && lines[line][column] != " "
      }
    }
  }

  // MARK: Sessions

  /// Returns sessions with pages nested so deep, each with another page in front.
  private static func sessions(
    _ kind: Kind,
    depth: Int,
    isInTabs: Bool
  ) throws -> [Session] {
    var pages: [[UInt8]: SessionContent] = [:]
    var path = Array("r".utf8)
    for level in stride(from: 1, through: depth, by: 1) {
      path += Array("/a".utf8)
      pages[path] = .page(level == depth && kind == .text ? text : list(level))
    }
    let root = depth == 0 && kind == .text ? text : list(0)
    let stack = StackContent(
      root: .page(root),
      path: Array("r".utf8),
      source: .nowhere,
      pages: pages
    )
    var session = Session(isInTabs ? .sideTabs([.stack(stack)]) : .stack(stack))
    for _ in 0..<depth { try session.run(.command(.forward)) }
    var sessions = [session]
    // Clicks on edges bring pages back: from the top to the lowest visible one.
    let size = CellSize(columns: 80, rows: 9)
    for _ in 0..<depth {
      let scene = session.rest(in: size, facts: SessionFacts(name: "x", viewers: 1))
      let below = scene.containers.last { page in
        page.kind == .page && scene.focus.map { page.id < $0 } == true
          && scene[page.parent ?? page.id]?.kind == .stack
      }
      guard let below else { break }
      try session.run(.tap(below.id, row: nil))
      sessions.append(session)
    }
    return sessions
  }

  private static func list(_ level: Int) -> PageContent {
    let labels = ["a", "zfile.txt", "a name that is longer than any column of a list can be"]
    let entries = labels.map {
      ListEntry(key: Array($0.utf8), label: $0, detail: "1 KB", opens: .list)
    }
    return PageContent(title: "L\(level)", list: ListContent(entries: entries, notes: ["note"]))
  }

  private static let text = PageContent(
    "T",
    [
      .paragraph(StyledText("Whatever lies below, every glyph of what is read can be read.")),
      .preformatted(lines: ["zfile.txt"]),
    ]
  )
}

extension Session {
  fileprivate mutating func run(_ action: SessionAction) throws {
    try perform(action, seenIn: CellSize(columns: 80, rows: 9), at: .zero)
  }
}

extension Scene {
  /// The pages of stacks whose text is not covered, with their positions on the screen.
  fileprivate var wholePages: [(page: Container, origin: CellPoint)] {
    let pages = containers.filter { page in
      page.kind == .page && !page.isHidden && page.parent.map { self[$0]?.kind == .stack } == true
    }
    return pages.compactMap { page in
      let origin = origin(of: page)
      let text = CellRect(page.frame.x + page.content.x - page.scroll.x, 0, page.content.width, 1)
      let isCovered = pages.contains { above in
        above.id > page.id && above.frame.x < text.maxX && text.x < above.frame.maxX
      }
      let room = page.parent.flatMap { self[$0]?.frame.width } ?? 0
      return isCovered || text.maxX > room || text.x < 0 ? nil : (page, origin)
    }
  }

  private func origin(of container: Container) -> CellPoint {
    var origin = CellPoint(x: container.frame.x, y: container.frame.y)
    var next = container.parent
    while let id = next, let parent = self[id] {
      origin.x += parent.frame.x - parent.scroll.x
      origin.y += parent.frame.y - parent.scroll.y
      next = parent.parent
    }
    return origin
  }
}
