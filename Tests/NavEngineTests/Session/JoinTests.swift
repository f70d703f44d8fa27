import NavBase
@testable import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("Session: viewers that join during a motion")
struct JoinTests {
  private static let sizes = [Audience.portrait, Audience.landscape, Audience.phone]

  private enum Case: CaseIterable {
    case row, column, book, spread, tabbed, stack, deepStack, tabs

    var content: SessionContent {
      switch self {
      case .row: Audience.pager(6)
      case .column: Audience.pager(6, .slide(.vertical, spacing: 1))
      case .book: Audience.pager(9, .curl(.min, isDoubleSided: false))
      case .spread: Audience.pager(9, .curl(.mid, isDoubleSided: true))
      case .tabbed: Audience.pager(6, .sliding, .buttons)
      case .stack: Self.stack(depth: 1)
      case .deepStack: Self.stack(depth: 4)
      case .tabs: .sideTabs([Self.stack(depth: 2)], attachment: PageContent("a", []))
      }
    }

    /// A stack of nested lists.
    private static func stack(depth: Int) -> SessionContent {
      func list(_ level: Int) -> PageContent {
        let entry = ListEntry(key: Array("a".utf8), label: "level \(level)", opens: .list)
        return PageContent(title: "L\(level)", list: ListContent(entries: [entry]))
      }
      var pages: [[UInt8]: SessionContent] = [:]
      var path = Array("r".utf8)
      for level in 1...depth + 1 {
        path += Array("/a".utf8)
        pages[path] = .page(list(level))
      }
      return .stack(
        StackContent(
          root: .page(list(0)),
          path: Array("r".utf8),
          source: .nowhere,
          pages: pages
        )
      )
    }

    /// The commands before a join, each some time after the one before.
    var commands: [SessionCommand] {
      switch self {
      case .row, .column, .book, .spread, .tabbed: [.goTo(3), .forward, .forward, .back]
      case .stack: [.forward, .back, .forward]
      case .deepStack: [.forward, .forward, .forward, .back, .forward]
      case .tabs: [.forward, .toggleAttachment, .forward, .toggleAttachment, .back]
      }
    }
  }

  @Test(
    "D-9: a late viewer sees the same frames as the earlier ones, now and later",
    arguments: Case.allCases
  )
  private func join(tried: Case) throws {
    for size in sampled(Self.sizes) {
      for count in 1...tried.commands.count {
        for milliseconds in sampled([0, 1, 60, 150, 17, 260, 330, 400, 900]) {
          // One audience has the size from the beginning; in the other a viewer of that size joins.
          var before = try Audience(tried.content, Audience.wall, size)
          var after = try Audience(tried.content, Audience.wall)
          for command in tried.commands.prefix(count) {
            before.pass(.milliseconds(110))
            after.pass(.milliseconds(110))
            try before.perform(command, by: Audience.wall)
            try after.perform(command, by: Audience.wall)
          }
          before.pass(.milliseconds(milliseconds))
          after.pass(.milliseconds(milliseconds))
          after.join(size)
          let place = "\(size), \(count) commands, \(milliseconds) ms"
          func check(_ moment: String) throws {
            let (old, new) = (before.scene(in: size), after.scene(in: size))
            try demand(old.places == new.places, "\(place): \(moment)")
          }
          try check("as they come")
          for frame in 0..<8 {
            before.pass(.milliseconds(23))
            after.pass(.milliseconds(23))
            try check("frame \(frame)")
          }
          try before.perform(.back, by: Audience.wall)
          try after.perform(.back, by: Audience.wall)
          for frame in 0..<12 {
            try check("going back, frame \(frame)")
            before.pass(.milliseconds(47))
            after.pass(.milliseconds(47))
          }
        }
      }
    }
  }
}

extension JoinTests {
  @Test(
    "D-9: a viewer that joins in the turn of an operation sees its whole motion",
    arguments: sizes
  )
  private func joinInTurn(size: CellSize) throws {
    var audience = try Audience(Case.deepStack.content, Audience.wall, size)
    try audience.perform(.forward, by: Audience.wall)
    audience.rest()
    let facts = SessionFacts(name: "talk", viewers: 1)
    var present = audience.session
    var operation = SessionOperation(
      .command(.back),
      on: present,
      seenBy: present.view(in: Audience.wall, at: audience.now)
    )
    guard case .done(var session) = try operation.run(at: audience.now) else {
      Issue.record("going back needs nothing")
      return
    }
    var newcomer = session.view(in: size, at: audience.now)
    let (trajectory, start) = session.layout(&newcomer, facts: facts, at: audience.now)
    #expect(start == audience.now && trajectory.length > 0)
    try audience.perform(.back, by: Audience.wall)
    #expect(audience.trajectory(in: size).length == trajectory.length)
    audience.pass(.milliseconds(80))
    let (later, _) = session.layout(&newcomer, facts: facts, at: audience.now)
    #expect(audience.scene(in: size).places == later.scene(atFrame: 0).places)
  }

  @Test(
    "D-9: a viewer that joins sees a motion that began while the next operation waited for its page",
    arguments: sizes
  )
  private func joinAfterWaiting(size: CellSize) throws {
    var audience = try Audience(Case.deepStack.content, Audience.wall, size)
    try audience.perform(.forward, by: Audience.wall)
    audience.rest()
    func result(of command: SessionCommand, on session: Session) throws -> Session? {
      let view = SessionView(viewport: Audience.wall)
      var operation = SessionOperation(.command(command), on: session, seenBy: view)
      if case .done(let session) = try operation.run(at: audience.now) { return session }
      return nil
    }
    let copy = try #require(try result(of: .back, on: audience.session))
    audience.session = copy
    audience.pass(.milliseconds(110))
    // The copy does not know that viewers see the motion back.
    var session = try #require(try result(of: .forward, on: copy))
    session.catchUp(with: audience.session)
    audience.session = session
    audience.pass(.milliseconds(110))
    var after = audience
    after.join(size)
    for frame in 0..<20 {
      #expect(audience.scene(in: size).places == after.scene(in: size).places, "frame \(frame)")
      audience.pass(.milliseconds(23))
      after.pass(.milliseconds(23))
    }
  }
}

extension Scene {
  /// The frames of all containers; cells of a bar are named by their column.
  fileprivate var places: [String: [Int]] {
    var places: [String: [Int]] = [:]
    for container in containers where !container.isHidden {
      let frame = container.frame
      let name =
        container.kind == .optionCell
        ? "cell \(container.selection ?? -1)" : "\(container.kind) \(container.id.rawValue)"
      places[name] = [
        frame.x, frame.y, frame.width, frame.height, container.scroll.x, container.scroll.y,
        container.overlay, container.content.x, container.markStart, container.markLength,
      ]
    }
    return places
  }
}
