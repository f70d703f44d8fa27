package import NavBase
package import NavScene

/// The inputs that a script aims at places of a screen.
extension Scene {
  /// Returns the input of a press and release on a target.
  ///
  /// - Throws: a `Rejection` if the words are not on the screen, or nothing there answers.
  package func action(tapping target: ScriptTarget) throws(Rejection) -> SessionAction {
    var leadsOut = false
    for point in try cells(of: target) {
      let link = ScenePicture.link(in: self, at: point)
      guard let hit = hit(point), let tap = tap(hit, link: link) else { continue }
      if let action = SessionAction(tap) { return action }
      leadsOut = true
    }
    throw Rejection(
      leadsOut
        ? "that link leads out of the session, where a viewer copies it: tap elsewhere"
        : "nothing answers a tap there: tap on a tab, an entry, a dot or another page"
    )
  }

  /// Returns a pan of some cells from a target, along the axis in which it goes.
  ///
  /// - Parameter gesture: the number of the pan, above those of the sender's earlier ones.
  /// - Throws: a `Rejection` if the words are not on the screen, or nothing is there.
  package func pan(
    from target: ScriptTarget,
    columns: Int,
    rows: Int,
    gesture: UInt64
  ) throws(Rejection) -> Pan {
    guard let hit = try cells(of: target).lazy.compactMap({ self.hit($0) }).first else {
      throw Rejection("nothing is there to be dragged")
    }
    return Pan(
      gesture: gesture,
      container: hit.container,
      axis: columns == 0 ? .vertical : .horizontal,
      translation: columns + rows
    )
  }

  /// Returns a target whose press and release is an action: words on the screen if some lead to it, else a cell.
  ///
  /// O(cells * containers).
  ///
  /// - Returns: nil if nothing on the screen leads to it.
  package func target(of action: SessionAction) -> ScriptTarget? {
    var canvas = Canvas(size: Scene.room(in: viewport))
    canvas.paint(self, theme: ResolvedTheme(.dark, depth: .mono))
    var cell: CellPoint?
    // With their trailing blanks, which may lead somewhere, too.
    for (row, line) in canvas.lines.enumerated() {
      var (column, before) = (0, Character(" "))
      for index in line.indices {
        let point = CellPoint(x: column, y: row)
        column += columnWidth(of: String(line[index]))
        defer { before = line[index] }
        guard leads(from: point, to: action, canvas) else { continue }
        cell = cell ?? point
        guard before == " ", let words = line[index...].firstWords else { continue }
        if (try? self.action(tapping: .words(words))) == action { return .words(words) }
      }
    }
    return cell.map { .cell($0) }
  }

  private func leads(
    from point: CellPoint,
    to action: SessionAction,
    _ canvas: borrowing Canvas
  ) -> Bool {
    guard canvas.bounds.contains(point), let hit = hit(point),
      let tap = tap(hit, link: canvas.link(at: point))
    else { return false }
    return SessionAction(tap) == action
  }

  /// Returns a cell in which a pan of a container begins; nil if none is visible.
  package func cell(panning container: ContainerID) -> CellPoint? {
    let size = Scene.room(in: viewport)
    for y in 0..<size.rows {
      for x in 0..<size.columns where hit(CellPoint(x: x, y: y))?.container == container {
        return CellPoint(x: x, y: y)
      }
    }
    return nil
  }

  /// Returns the cells in which a target's words begin, from the top.
  private func cells(of target: ScriptTarget) throws(Rejection) -> [CellPoint] {
    switch target {
    case .cell(let point): return [point]
    case .words(let words):
      let cells = ScenePicture(self).lines.enumerated().flatMap { row, line in
        line.ranges(of: words).map {
          CellPoint(x: columnWidth(of: String(line[..<$0.lowerBound])), y: row)
        }
      }
      guard !cells.isEmpty else {
        throw Rejection("\"\(words)\" is not on the screen of \(viewport)")
      }
      return cells
    }
  }
}

extension Substring {
  /// The text up to two blanks, which end a column.
  fileprivate var firstWords: String? {
    let end = firstRange(of: "  ")?.lowerBound ?? endIndex
    var words = self[..<end]
    if words.last == " " { words.removeLast() }
    return words.isEmpty || words.first == " " ? nil : String(words)
  }
}
