package import NavBase

/// The outline of the focused content, in its order.
package struct SessionOutline: Hashable, Sendable {
  package var entries: [Entry] = []
  /// The index of the current entry; nil for none.
  package var current: Int?
  /// Whether there are more entries than these.
  package var isCut = false

  package struct Entry: Hashable, Sendable {
    /// From 1.
    package var level: Int
    package var title: String
    /// The number of `SessionCommand.goTo` that leads there, for the viewport of the request.
    package var number: Int

    package init(level: Int, title: String, number: Int) {
      self.level = level
      self.title = title
      self.number = number
    }
  }
}

extension Session {
  /// Returns the outline: the titles of a pager's pages, the entries of a list, or the headings of a text, also of the
  /// only page of a pager.
  ///
  /// - Parameters:
  ///   - viewport: the viewport in whose rows headings are numbered.
  ///   - limit: the most entries.
  /// - Returns: the outline; empty if nothing has the focus.
  package mutating func outline(seenIn viewport: CellSize, limit: Int) -> SessionOutline {
    guard let front = tree.front.last, let node = tree[front.container],
      let rows = node[front.page]?.rows
    else { return SessionOutline() }
    if node.traits.numbersPages { return outline(of: node, limit: limit) }
    if let list = rows.content.list { return outline(of: list, rows, limit: limit) }
    return outline(of: rows, in: front, seenIn: viewport, limit: limit)
  }

  /// Returns the titles of a container's pages.
  private func outline(of node: any ContainerNode, limit: Int) -> SessionOutline {
    var outline = SessionOutline()
    let pages = node.pageIDs
    for index in 0..<min(limit, pages.count) {
      let title = pages.id(at: index).map { node.title(of: $0) } ?? ""
      outline.entries.append(
        SessionOutline.Entry(
          level: 1,
          title: title.isEmpty ? "Page \(index + 1)" : title,
          number: index + 1
        )
      )
    }
    outline.isCut = pages.count > limit
    outline.current = node.active.flatMap { $0.index < limit ? $0.index : nil }
    return outline
  }

  private func outline(of list: ListContent, _ rows: ScrollablePage, limit: Int) -> SessionOutline {
    var outline = SessionOutline()
    for (index, entry) in list.entries.prefix(limit).enumerated() {
      outline.entries.append(
        SessionOutline.Entry(level: 1, title: entry.label, number: index + 1)
      )
    }
    outline.isCut = list.entries.count > limit
    outline.current = rows.selection.flatMap { $0 < limit ? $0 : nil }
    return outline
  }

  private mutating func outline(
    of rows: ScrollablePage,
    in page: ContainerTree.Page,
    seenIn viewport: CellSize,
    limit: Int
  ) -> SessionOutline {
    guard case .text(let document) = rows.content.body else { return SessionOutline() }
    let headings = document.headings(limit: limit + 1)
    let body = body(of: rows.content, in: page, seenIn: viewport)
    var outline = SessionOutline()
    for heading in headings.prefix(limit) {
      outline.entries.append(
        SessionOutline.Entry(
          level: heading.level,
          title: heading.title,
          number: body.row(of: heading.position) + 1
        )
      )
    }
    outline.isCut = headings.count > limit
    let top = body.offset(for: rows.anchor)
    outline.current = outline.entries.lastIndex { $0.number <= top + 1 }
    return outline
  }
}
