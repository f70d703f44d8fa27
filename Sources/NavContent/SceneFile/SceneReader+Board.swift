package import NavBase

extension SceneNodeKind {
  static let board = SceneNodeKind("board", maps: [.board, .box], hasInsets: true) {
    reader,
    node throws(ContentError) in
    .page(try reader.board(node))
  }
}

extension SceneMap {
  static let board = SceneMap("board", "a board", ["title", "boxes", "constraints"])
  static let box = SceneMap("box", "a box", ["name", "title", "text", "border"])
}

/// Reads boards.
extension SceneReader {
  fileprivate mutating func board(_ node: SceneNode) throws(ContentError) -> PageContent {
    let fields = try SceneFields(node.value, .board, in: source)
    let title = try fields.line("title") ?? node.title ?? node.name
    let values = try fields.sequence("boxes") ?? []
    guard !values.isEmpty else { throw fields.fault("there is no box: give one", at: "boxes") }
    var boxes: [BoardBox] = []
    for value in values {
      let box = try tolerating { reader throws(ContentError) in try reader.box(value) }
      if let box { boxes.append(box) }
    }
    var constraints: [BoardConstraint] = []
    var origins: [SceneOrigin] = []
    // If a box is invalid, constraints on it can't be checked.
    if boxes.count == values.count {
      let names = Set(boxes.map(\.name))
      for value in try fields.sequence("constraints") ?? [] {
        let constraint = try tolerating { reader throws(ContentError) in
          try reader.constraint(value, between: names)
        }
        guard var constraint else { continue }
        origins.append(source.origin(of: value))
        constraint.origin = origins.last?.place ?? ""
        constraints.append(constraint)
      }
    }
    let content = Result { () throws(BoardError) in
      try BoardContent(boxes: boxes, constraints: constraints)
    }
    boards.append(
      SceneBoard(
        content: content,
        origin: source.origin(of: node.value),
        constraintOrigins: origins
      )
    )
    switch content {
    case .success(let board): return PageContent(title: title, board: board)
    // Reported with the other faults that are found after parsing.
    case .failure: return PageContent(title: title, document: TextDocument())
    }
  }

  private func box(_ value: YAMLValue) throws(ContentError) -> BoardBox {
    let fields = try SceneFields(value, .box, in: source)
    let name = try source.text(try fields.required("name"), named: "name")
    guard BoardBox.isName(name), name != BoardContent.page else {
      throw fields.fault(
        "this can't name a box: give it a letter, then letters, digits, _ and -, 64 at most, "
          + "and not 'page'",
        at: "name"
      )
    }
    let title = try fields.line("title") ?? ""
    let hasBorder = try fields.flag("border") ?? true
    let document = TextDocument(markdown: try fields.text("text") ?? "")
    return BoardBox(name: name, title: title, document: document, hasBorder: hasBorder)
  }

  private func constraint(
    _ value: YAMLValue,
    between names: Set<String>
  ) throws(ContentError) -> BoardConstraint {
    let text = try source.text(value, named: "constraints")
    let constraint: BoardConstraint
    do {
      constraint = try BoardConstraint(text)
    } catch {
      throw source.fault(error.description, at: value.mark)
    }
    let used = [constraint.box] + constraint.draft.items
    let given = names.union([BoardContent.page, BoardContent.screen])
    if let unknown = used.first(where: { !given.contains($0) }) {
      throw source.fault(
        "there is no box '\(unknown)': name one of the boxes, page or screen",
        at: value.mark
      )
    }
    guard names.contains(constraint.box) else {
      throw source.fault(
        "a constraint begins with a box: put \(constraint.box) behind it",
        at: value.mark
      )
    }
    let targets = ((try? constraint.draft.parts()) ?? []).compactMap(\.target)
    guard
      names.contains(BoardContent.screen)
        || targets.allSatisfy({ $0.item != BoardContent.screen || $0.attribute.isSize })
    else {
      throw source.fault(
        "the screen has a width and a height: take the page's sides",
        at: value.mark
      )
    }
    return constraint
  }
}

/// A board of a scene file, with positions for faults that are found after parsing.
package struct SceneBoard: Sendable {
  package let content: Result<BoardContent, BoardError>
  /// The position of the board.
  let origin: SceneOrigin
  /// The positions of its constraints.
  let constraintOrigins: [SceneOrigin]

  /// Why it can't be laid out, with its position; nil if it can.
  var error: ContentError? {
    switch content {
    case .success: nil
    case .failure(let error): origin.error("\(error)")
    }
  }

  /// A fault for each constraint that is dropped because of a conflict, or the reason why the board can't be laid out.
  var conflicts: [SceneFault] {
    switch content {
    case .success(let board):
      board.faults().map { fault in
        constraintOrigins[fault.constraint].fault(
          "\(fault.text): \(fault.remedy)"
        )
      }
    case .failure(let error): [origin.fault("\(error)")]
    }
  }
}
