import NavBase
import NavScene
import NavTestKit
import Testing

@testable import NavEngine

/// The reasons reported by operations that change nothing.
@Suite struct NoEffectTests {
  private static let size = CellSize.standardTerminal

  private static let deck = Session(
    pages: ["one", "two"].map {
      PageContent(title: $0, document: TextDocument(blocks: [.paragraph(StyledText($0))]))
    }
  )

  /// A line that is longer than a row.
  private static let code: Session = {
    let line = String(repeating: "1234567890", count: 9)
    return Session(pages: [PageContent("code", [.code(language: "", lines: [line])])])
  }()

  private static let tabs = Session(.sideTabs(["a", "b"].map { Audience.text($0) }))

  /// Carries out an action on a copy; returns the reason if it changes nothing.
  private func noEffect(
    of action: SessionAction,
    on session: inout Session
  ) throws -> NoEffect? {
    var operation = SessionOperation(
      action,
      on: session,
      seenBy: session.view(in: Self.size, at: .zero)
    )
    while true {
      switch try operation.run(at: .zero) {
      case .done(let done):
        session = done
        return operation.noEffect
      case .needs(let request):
        try operation.supply(PreparedPage(.page(Tree.page(request)), availableSizes: []), at: .zero)
      }
    }
  }

  private enum Place: CaseIterable {
    case deck, code, tree, tabs

    var session: Session {
      switch self {
      case .deck: NoEffectTests.deck
      case .code: NoEffectTests.code
      case .tree: Tree.session
      case .tabs: NoEffectTests.tabs
      }
    }
  }

  @Test(
    "the reason for each command, after earlier commands",
    arguments: [
      (.deck, [], .forward, nil), (.deck, [], .back, .firstPage),
      (.deck, [.forward], .forward, .lastPage), (.deck, [.forward], .screenDown, .lastPage),
      (.deck, [.forward], .lineDown, .lastPage), (.deck, [], .lineUp, .firstPage),
      (.deck, [], .screenUp, .firstPage), (.deck, [], .first, .alreadyThere),
      (.deck, [], .goTo(1), .alreadyThere), (.deck, [], .goTo(2), nil),
      (.deck, [], .tab(2), .noTabs), (.deck, [], .nextTab, .noTabs),
      (.deck, [], .toggleAttachment, .noTabs), (.deck, [], .reload, nil),
      (.deck, [.view(.numbers(true))], .view(.numbers(true)), .alreadyThere),
      (.deck, [.toggleBlank], .back, nil), (.deck, [.toggleBlank, .back], .back, .firstPage),
      (.deck, [.toggleBlank], .toggleBlank, nil), (.deck, [], .theme(nil), .alreadyThere),
      (.deck, [], .theme(.night), nil), (.deck, [.theme(.night)], .theme(.night), .alreadyThere),
      (.deck, [], .toggleWrap, .noLongLines), (.code, [], .toggleWrap, nil),
      (.code, [.toggleWrap], .toggleWrap, nil),
      (.tree, [.lineDown, .forward], .toggleWrap, .noLongLines),
      (.tree, [], .back, .rootPage), (.tree, [], .lineUp, .firstEntry),
      (.tree, [.last], .lineDown, .lastEntry), (.tree, [.last], .screenDown, .lastEntry),
      (.tree, [.last], .last, .alreadyThere), (.tree, [], .first, .alreadyThere),
      (.tree, [], .forward, nil), (.tree, [.lineDown, .forward], .forward, .noLinks),
      (.tree, [.lineDown, .forward], .lineUp, .textStart),
      (.tree, [.lineDown, .forward, .last], .lineDown, .textEnd),
      (.tree, [.lineDown, .forward, .last], .screenDown, .textEnd),
      (.tree, [], .tab(1), .noTabs),
      (.tabs, [], .nextTab, nil), (.tabs, [], .tab(2), nil), (.tabs, [], .tab(3), .noSuchTab),
      (.tabs, [], .toggleAttachment, .noAttachment),
    ] as [(Place, [SessionCommand], SessionCommand, NoEffect?)]
  )
  private func reasons(
    place: Place,
    before: [SessionCommand],
    command: SessionCommand,
    reason: NoEffect?
  ) throws {
    var session = place.session
    for command in before { _ = try noEffect(of: .command(command), on: &session) }
    let (old, wasBlank) = (session.rest(in: Self.size, viewers: 1), session.isBlank)
    let theme = session.theme
    let version = session.version
    #expect(try noEffect(of: .command(command), on: &session) == reason)
    // The operation counts anyway, and a reason is given only if nothing has changed.
    #expect(session.version == version + 1)
    let isSame = session.rest(in: Self.size, viewers: 1) == old && session.isBlank == wasBlank
    #expect((isSame && session.theme == theme) == (reason != nil || command == .reload))
  }

  /// When the last viewer leaves, filter and search end, and the selection stays.
  @Test func theEndOfFinding() throws {
    var session = Tree.session
    let isNew = session.endSearch()
    #expect(!isNew)
    _ = try noEffect(of: .command(.filter("f5")), on: &session)
    _ = try noEffect(of: .command(.last), on: &session)
    _ = try noEffect(of: .command(.search("f5")), on: &session)
    let version = session.version
    let isChanged = session.endSearch()
    #expect(isChanged)
    #expect(session.searchState == SearchState() && session.version == version)
    let page = try #require(session.rest(in: Self.size, viewers: 1).active)
    #expect(page.selection == 59)
    #expect(page.rows[59]?.text.contains("f59") == true)
    #expect((page.scroll.y..<page.scroll.y + page.visibleRows).contains(59))
  }

  @Test(
    "of several keys without any effect, the reason of the last one",
    arguments: [
      (["q"], .viewersKey), (["x"], .unknownKey), (["Esc"], .unknownKey), (["3"], .pendingKeys),
      (["g"], .pendingKeys), (["Left"], .firstPage), (["Left", "x"], .unknownKey),
      (["Right", "x"], nil), (["x", "Right"], nil), (["2", "G"], nil), (["g", "g"], .alreadyThere),
      (["g", "2"], .noTabs),
    ] as [([String], NoEffect?)]
  )
  func keys(names: [String], reason: NoEffect?) throws {
    var session = Self.deck
    let keys = names.compactMap { Key(name: $0) }
    #expect(try noEffect(of: .keys(keys), on: &session) == reason)
  }
}
