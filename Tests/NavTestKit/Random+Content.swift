import NavCommands
import NavLayout
package import NavSession

extension SplitMix64 {
  /// Containers in one another, at most `depth` of them; the outermost one is no page.
  package mutating func sessionContent(depth: Int = 3) -> SessionContent {
    switch int(in: 0...2) {
    case 0:
      return .pager(pager(depth))
    case 1:
      return .stack(StackContent(root: oneIn(4) ? inner(depth) : .page(listPage()), path: [114]))
    default: return .tabs(tabs(depth))
    }
  }

  private mutating func pager(_ depth: Int) -> PagerContent {
    let pages: PagerPages =
      oneIn(5)
      ? .numbered("page", count: pick([1, 2, 30, 1_000_000]))
      : .listed((0..<int(in: 1...5)).map { _ in inner(depth) })
    let styles: [PagerStyle] = [
      .sliding, .slide(.horizontal, spacing: 0), .slide(.vertical, spacing: int(in: 0...5)), .none,
      .curl(.min, isDoubleSided: oneIn(2)), .curl(.mid, isDoubleSided: true),
      .curl(.max, isDoubleSided: oneIn(2)),
    ]
    let header = oneIn(2) ? nil : pick(PagerHeader.allCases)
    return PagerContent(title: text(), pages: pages, style: pick(styles), header: header)
  }

  /// What may stand in a page.
  package mutating func inner(_ depth: Int) -> SessionContent {
    if depth > 1, oneIn(3) { return sessionContent(depth: depth - 1) }
    return .page(oneIn(2) ? listPage() : textPage())
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

  private mutating func listPage() -> PageContent {
    let count = pick([0, 1, 3, 30])
    let entries = (0..<count).map { number in
      ListEntry(key: Array("e\(number)".utf8), label: "entry \(number)", opens: .list)
    }
    return PageContent(title: text(), list: ListContent(entries: entries))
  }

  private mutating func textPage() -> PageContent {
    PageContent(title: text(), document: document(blocks: 1...(oneIn(3) ? 20 : 2)))
  }
}
