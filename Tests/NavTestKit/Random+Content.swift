package import NavBase
import NavEngine
import NavScene

extension SplitMix64 {
  /// Nested containers, at most `depth` levels; the outermost one is not a page.
  package mutating func sessionContent(depth: Int = 3) -> SessionContent {
    switch int(in: 0...3) {
    case 0: return .pager(pagerContent(depth: depth))
    case 1: return .split(split(depth))
    case 2:
      return .stack(StackContent(root: oneIn(4) ? inner(depth) : .page(listPage()), path: [114]))
    default: return .tabs(tabs(depth))
    }
  }

  /// A pager with pages of any kind, in any style, with any header.
  package mutating func pagerContent(depth: Int) -> PagerContent {
    let pages: PagerPages =
      oneIn(5)
      ? .numbered("page", count: pick([1, 2, 30, 1_000_000]))
      : .listed((0..<int(in: 1...5)).map { _ in inner(depth) })
    return pagerContent(of: pages)
  }

  /// A pager with the given pages, in any style, with any header.
  package mutating func pagerContent(of pages: PagerPages) -> PagerContent {
    let styles: [PagerStyle] = [
      .sliding, .slide(.horizontal, spacing: 0), .slide(.vertical, spacing: int(in: 0...5)), .none,
      .curl(.min, isDoubleSided: oneIn(2)), .curl(.mid, isDoubleSided: true),
      .curl(.max, isDoubleSided: oneIn(2)),
    ]
    let header = oneIn(2) ? nil : pick([BarStyle.buttons, .arrows, .segments, .options])
    return PagerContent(title: text(), pages: pages, style: pick(styles), header: header)
  }

  /// Content that may be nested in a page.
  package mutating func inner(_ depth: Int) -> SessionContent {
    if depth > 1, oneIn(3) { return sessionContent(depth: depth - 1) }
    if oneIn(8) { return .page(boardPage()) }
    return .page(oneIn(2) ? listPage() : textPage())
  }

  private mutating func split(_ depth: Int) -> SplitContent {
    let parts = (0..<int(in: 2...3)).map { _ in inner(depth) }
    let weights = oneIn(2) ? nil : parts.map { _ in pick([1, 2, 3, 40, 1_000]) }
    return SplitContent(title: text(), parts: parts, weights: weights)
  }

  private mutating func tabs(_ depth: Int) -> TabsContent {
    let items = (0..<int(in: 1...5)).map { _ in
      let badge = oneIn(2) ? TabBadge(pick(["0", "7", "1234", "new", ""]), role: .alert) : nil
      let button = TabButton(title: text(), icon: oneIn(3) ? "" : "▤", badge: badge)
      return TabsContent.Item(face: oneIn(8) ? nil : .button(button), content: inner(depth))
    }
    return TabsContent(
      title: text(),
      items: items,
      additionalItems: oneIn(2)
        ? [
          TabsContent.AdditionalItem(
            face: .button(TabButton(title: "below")),
            command: .toggleAttachment
          )
        ] : [],
      attachment: oneIn(3) ? nil : textPage(),
      isAttachmentShown: oneIn(2)
    )
  }

  package mutating func listPage() -> PageContent {
    PageContent(title: text(), list: listContent(of: pick([0, 1, 3, 30])))
  }

  /// Entries that can be opened, some not selectable, plain or in sections.
  package mutating func listContent(of count: Int) -> ListContent {
    let entries = (0..<count).map { number in
      ListEntry(
        key: Array("e\(number)".utf8),
        label: "entry \(number)",
        detail: oneIn(3) ? "\(number) B" : "",
        opens: .list,
        isSelectable: !oneIn(6)
      )
    }
    var sections: [ListSection] = []
    var first = oneIn(2) ? count : int(in: 0...min(2, count))
    while first < count {
      let end = oneIn(3) ? count : int(in: first...count)
      sections.append(ListSection(title: "section \(sections.count)", entries: first..<end))
      first = end
    }
    return ListContent(entries: entries, sections: sections)
  }

  /// A page of boxes side by side or below one another.
  package mutating func boardPage() -> PageContent {
    var boxes: [BoardBox] = []
    var constraints: [BoardConstraint] = []
    for number in 0..<int(in: 1...5) {
      let box = BoardBox(
        name: "box \(number)",
        title: oneIn(3) ? "" : "box \(number)",
        lines: (0..<int(in: 0...6)).map { _ in text() },
        hasBorder: !oneIn(4)
      )
      let isBelow = oneIn(2)
      if let last = boxes.last?.name {
        let place: BoardDraft =
          isBelow
          ? .top.equal(to: .attribute(last, .bottom)) : .left.equal(to: .attribute(last, .right))
        constraints.append(BoardConstraint(box.name, place))
      }
      if oneIn(3) { constraints.append(BoardConstraint(box.name, .right.equal(to: 0))) }
      if oneIn(3) { constraints.append(BoardConstraint(box.name, .width.atLeast(4))) }
      boxes.append(box)
    }
    do {
      let board = try BoardContent(boxes: boxes, constraints: constraints)
      return PageContent(title: text(), board: board)
    } catch {
      preconditionFailure("cannot make a board: \(error)")
    }
  }

  package mutating func textPage() -> PageContent {
    PageContent(title: text(), document: document(blocks: 1...(oneIn(3) ? 20 : 2)))
  }
}
