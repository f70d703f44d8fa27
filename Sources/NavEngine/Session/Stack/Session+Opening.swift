package import NavBase
import NavScene

/// Opening pages on top of a stack.
extension Session {
  /// Opens a page on top of a stack, or asks for it.
  ///
  /// - Throws: if no more pages can be opened.
  mutating func open(_ request: PageRequest, at now: Duration) throws(Rejection) -> Outcome {
    guard tree.hasIDsLeft else {
      throw Rejection("this session has opened too many pages: begin a new one")
    }
    guard let known = tree.stack(request.stack)?.known[request.path] else {
      return .needs(request.numbered(by: bodies.numbers))
    }
    open(PreparedPage(known, availableSizes: []), for: request, at: now)
    return .done
  }

  /// Pushes a page that was read on top of the page whose entry opens it.
  ///
  /// - Parameters:
  ///   - page: the page that was read.
  ///   - request: the request for it.
  ///   - now: the time of the command.
  mutating func open(_ page: PreparedPage, for request: PageRequest, at now: Duration) {
    let id = takePreview(of: page.content, for: request) ?? tree.takeIDs(1)
    var slot = tree.insert(page.content, in: ContainerTree.Page(container: request.stack, page: id))
    if let start = page.start, var rows = slot.rows {
      rows.anchor = ScrollAnchor(position: start, ratio: 0)
      slot = .rows(rows)
    }
    tree.discardPages(of: request.stack, at: now)
    let isOpen: Void? = tree.changeStack(request.stack) { stack in
      let open = OpenPage(
        slot,
        title: page.content.title,
        path: request.path,
        key: request.key,
        size: stack.size(of: page.content, at: request.path),
        memorySize: page.content.memorySize,
        faults: stack.known[request.path] == nil ? page.content.faults : []
      )
      stack.push(open, as: id, onTopOf: request.parent, at: now)
    }
    guard isOpen != nil else {
      preconditionFailure("cannot open a page in a stack that has gone")
    }
    for text in page.texts { bodies.texts.add(text, of: Int(id.rawValue)) }
  }

  /// The innermost stack in front.
  var innermostStack: ContainerID? {
    tree.front.last { tree[$0.container] is StackNode }?.container
  }
}

extension ContainerTree {
  /// Returns a stack; nil if the container is not a stack.
  func stack(_ id: ContainerID) -> StackNode? { self[id] as? StackNode }

  /// Changes a stack; nil if the container is not a stack.
  @discardableResult
  mutating func changeStack<Result>(
    _ id: ContainerID,
    _ body: (inout StackNode) -> Result
  ) -> Result? {
    guard var stack = stack(id) else { return nil }
    // Removed before it changes, so that its storage is not copied.
    self[id] = nil
    defer { self[id] = stack }
    return body(&stack)
  }
}

/// Documents of which the text is to be shown.
extension Session {
  /// The entry in front of a document that the next reload shows as its text, or the page in front, if that is a text.
  ///
  /// Nil for content of another kind, also if a document is a part of it.
  package var entryToShowInText: PageReference? {
    let whole = tabInFront.map { slot(ofTab: $0)?.container } ?? tree.root
    guard awaitsOtherForm, let front = tree.front.last, front.container == whole,
      let stack = tree.stack(front.container), stack.source.kind == .outline,
      let index = stack.pageIDs.index(of: front.page),
      let rows = stack[front.page]?.rows
    else { return nil }
    if let list = rows.content.list {
      guard let selection = rows.selection else { return nil }
      let entry = list.entries[selection]
      return stack.request(
        for: entry.key,
        label: entry.label,
        openedFrom: index,
        of: front.container
      ).reference
    }
    guard index > 0, let key = stack.pages[front.page]?.key else { return nil }
    return stack.request(for: key, label: "", openedFrom: index - 1, of: front.container).reference
  }
}
