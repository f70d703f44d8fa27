import NavBase
import NavScene

/// Opening pages: the requests that entries and links lead to.
extension StackNode {
  /// The result of opening an entry or a link.
  enum Opening {
    /// Nothing can be opened.
    case nothing
    /// Its page is on top of the list already.
    case activate(ContainerID)
    case request(PageRequest)
  }

  /// Returns what opening the selected entry of a page leads to.
  ///
  /// - Throws: if the stack has as many pages as it may have.
  func opening(selectedIn page: ContainerID, of stack: ContainerID) throws(Rejection) -> Opening {
    guard let index = state.index(of: page), let rows = pages[page]?.slot.rows else {
      return .nothing
    }
    guard let list = rows.content.list, let selection = rows.selection else {
      guard isBook, rows.content.document.leadsToPages else { return .nothing }
      return try opening(PageSource.linksKey, label: "links", from: index, of: stack)
    }
    let entry = list.entries[selection]
    guard entry.opens != .nothing else { return .nothing }
    return try opening(entry.key, label: entry.label, from: index, of: stack)
  }

  /// Returns what a link in a page leads to; nothing for a link that does not exist, or leads to no page of the stack.
  ///
  /// - Throws: if the stack has as many pages as it may have.
  func opening(
    link address: String,
    in page: ContainerID,
    of stack: ContainerID
  ) throws(Rejection) -> Opening {
    guard isBook, let index = state.index(of: page),
      let rows = pages[page]?.slot.rows, rows.content.document.hasLink(to: address),
      let key = TextStyle.page(ofAddress: address)
    else { return .nothing }
    return try opening(Array(key.utf8), label: key, from: index, of: stack)
  }

  private func opening(
    _ key: [UInt8],
    label: String,
    from index: Int,
    of stack: ContainerID
  ) throws(Rejection) -> Opening {
    if state.pages.indices.contains(index + 1) {
      let above = state.pages[index + 1].id
      if pages[above]?.key == key { return .activate(above) }
    }
    guard index + 1 < Self.depthLimit else {
      throw Rejection(
        "\(Self.depthLimit) pages lie on one another, the limit: go back first"
      )
    }
    return .request(request(for: key, label: label, openedFrom: index, of: stack))
  }

  /// Returns what opening an entry of the active page leads to; the entry need not be in its list any more.
  ///
  /// - Throws: if the stack has as many pages as it may have.
  func opening(forKey key: [UInt8], of stack: ContainerID) throws(Rejection) -> Opening {
    guard let active = state.active else { return .nothing }
    let label = label(ofKey: key, in: state.pages[active].id)
    return try opening(key, label: label, from: active, of: stack)
  }

  /// Returns the label of an entry of a page; its key if it is not in the list any more.
  func label(ofKey key: [UInt8], in page: ContainerID) -> String {
    let entries = pages[page]?.slot.rows?.content.list?.entries
    return entries?.first { $0.key == key }?.label
      ?? sanitized(String(decoding: key, as: UTF8.self))
  }

  func request(
    for key: [UInt8],
    label: String,
    openedFrom index: Int,
    of stack: ContainerID
  ) -> PageRequest {
    let parent = state.pages[index].id
    let below = pages[parent]?.path ?? []
    let separator = below.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
    return PageRequest(
      path: below + separator + key,
      source: source,
      ancestors: state.pages[...index].compactMap { pages[$0.id]?.path },
      label: label,
      stack: stack,
      parent: parent,
      key: key
    )
  }

  // MARK: Paths

  /// Returns the keys of the entries that were opened, up to the page at an index.
  func openedKeys(upTo index: Int) -> [[UInt8]] {
    guard index > 0 else { return [] }
    return (1...index).map { pages[state.pages[$0].id]?.key ?? [] }
  }

  /// Whether pages that are not known can be read.
  var reads: Bool { source.kind != .nowhere }
}
