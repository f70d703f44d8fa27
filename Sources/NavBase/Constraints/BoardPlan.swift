/// A board's boxes as views in the content of a scroll view (MA-7), laid out for one width after another.
package struct BoardPlan {
  private let board: BoardContent
  package private(set) var layout: ConstraintLayout
  package let scroll: ConstraintViewID
  package let page: ConstraintViewID
  package let boxes: [ConstraintViewID]
  /// The constraints added by the layout itself.
  private var own: Set<ConstraintID> = []
  /// The author's constraints, with their indices in the board.
  private var authors: [ConstraintID: Int] = [:]

  package init(_ board: BoardContent) throws(BoardError) {
    self.board = board
    do throws(ConstraintError) {
      layout = ConstraintLayout(width: 0, height: 0)
      scroll = try layout.addView(scrolls: true)
      page = try layout.addView(in: scroll)
      var boxes: [ConstraintViewID] = []
      for _ in board.boxes { boxes.append(try layout.addView(in: page)) }
      self.boxes = boxes
      own.formUnion(try layout.make(scroll, [.edges.equal(to: 0)]))
      own.formUnion(
        try layout.make(page, [.edges.equal(to: .view(scroll)), .width.equal(to: .view(scroll))])
      )
    } catch {
      throw .constraint(BoardContent.page, error)
    }
    try makeAuthors()
    try makeOwn()
  }

  private mutating func makeAuthors() throws(BoardError) {
    var views = [BoardContent.page: page, BoardContent.screen: scroll]
    for (box, view) in zip(board.boxes, boxes) { views[box.name] = view }
    for (index, constraint) in board.constraints.enumerated() {
      guard let view = views[constraint.box] else {
        throw .unknownBox(constraint.box, constraint: constraint.box)
      }
      if let missing = constraint.draft.items.first(where: { views[$0] == nil }) {
        throw .unknownBox(missing, constraint: constraint.box)
      }
      do throws(ConstraintError) {
        let draft = constraint.draft.renamed { views[$0, default: page] }
        for id in try layout.make(view, [draft]) { authors[id] = index }
      } catch {
        throw .constraint(constraint.box, error)
      }
    }
  }

  /// Adds the default constraints: boxes stay on the page, and the page extends to their ends.
  private mutating func makeOwn() throws(BoardError) {
    for (box, view) in zip(board.boxes, boxes) {
      do throws(ConstraintError) {
        let stays: [ViewConstraint] = [
          .left.top.atLeast(.view(page)).priority(.low), .right.atMost(.view(page)).priority(.low),
        ]
        own.formUnion(try layout.make(view, stays))
        own.formUnion(
          try layout.make(page, [ViewConstraint.bottom.atLeast(.view(view)).priority(.high)])
        )
      } catch {
        throw .constraint(box.name, error)
      }
    }
  }

  // MARK: Laying out

  /// - Parameters:
  ///   - columns: the page's width, at least 1.
  ///   - rows: the viewport's height (D-21).
  package mutating func layOut(columns: Int, rows: Int) {
    layout.setSize(width: Double(columns), height: Double(rows))
    for (box, view) in zip(board.boxes, boxes) {
      try? layout.setNaturalSize(of: view, width: Double(box.naturalColumns), height: nil)
    }
    let board = board
    let first = boxes.first?.rawValue ?? 0
    layout.layOut { view, width in
      let index = view.rawValue - first
      guard board.boxes.indices.contains(index) else { return nil }
      return Double(board.boxes[index].rows(inColumns: CellGrid.cell(at: width)))
    }
  }

  // MARK: Report

  var report: BoardReport {
    var lines: [String] = []
    for dropped in layout.report.dropped where !own.contains(dropped.constraint) {
      lines.append(sentence(dropped))
    }
    for choice in layout.report.undetermined where choice.view != page {
      let axis = choice.axis == .horizontal ? ("width", "left") : ("height", "top")
      let part = choice.part == .position ? axis.1 : axis.0
      lines.append(
        "nothing says \(name(choice.view)).\(part): \(Constraint.plain(choice.value)) is taken"
      )
    }
    return BoardReport(lines: lines)
  }

  /// The author's constraints that are dropped although they are required, or have the same priority as a constraint
  /// that they conflict with, and those that leave the page without a height.
  ///
  /// A constraint that is dropped in favour of a higher priority is not a fault.
  var faults: [BoardFault] {
    var known: Set<Int> = []
    let dropped: [BoardFault] = layout.report.dropped.compactMap { dropped in
      guard let index = authors[dropped.constraint], isFault(dropped), known.insert(index).inserted
      else { return nil }
      let origin = board.constraints[index].origin
      return BoardFault(constraint: index, origin: origin, text: sentence(dropped))
    }
    let circular = authors.sorted { $0.key < $1.key }.compactMap { id, index -> BoardFault? in
      guard isCircular(id), known.insert(index).inserted else { return nil }
      return BoardFault(
        constraint: index,
        origin: board.constraints[index].origin,
        text: "\(sentence(id)): the page's height depends on itself",
        remedy: "compare with \(BoardContent.screen).height"
      )
    }
    return dropped + circular
  }

  /// Whether a constraint ties a box's height to the page's, which is then none, or too small for the box (D-21).
  private func isCircular(_ id: ConstraintID) -> Bool {
    guard let constraint = try? layout.constraint(id), constraint.relation != .atMost,
      constraint.second == Constraint.Side(view: page, attribute: .height),
      let box = try? layout.frame(of: constraint.first.view, in: page),
      let whole = try? layout.frame(of: page)
    else { return false }
    return whole.height < 1 || box.y < -0.001 || box.y + box.height > whole.height + 0.001
  }

  private func isFault(_ dropped: ConstraintReport.Dropped) -> Bool {
    let priority = priority(of: dropped.constraint)
    return priority == .required
      || dropped.against.contains { authors[$0] != nil && self.priority(of: $0) == priority }
  }

  private func priority(of id: ConstraintID) -> ConstraintPriority? {
    (try? layout.constraint(id))?.priority
  }

  private func sentence(_ dropped: ConstraintReport.Dropped) -> String {
    var text = "dropped: \(sentence(dropped.constraint))"
    let against = dropped.against.filter { !own.contains($0) }
    switch dropped.cause {
    case .entangled: text += ", which depends on too many unknowns"
    case .choice: text += ", which what was chosen for others excludes"
    case .conflict where against.isEmpty: text += ", which the page excludes"
    case .conflict:
      text += ", against " + against.map(sentence).joined(separator: "; ")
      if dropped.more > 0 { text += "; and \(dropped.more) more" }
    }
    return text
  }

  private func sentence(_ id: ConstraintID) -> String {
    (try? layout.constraint(id))?.sentence(naming: name) ?? ""
  }

  private func name(_ view: ConstraintViewID) -> String {
    boxes.firstIndex(of: view).map { board.boxes[$0].name }
      ?? (view == scroll ? BoardContent.screen : BoardContent.page)
  }
}
