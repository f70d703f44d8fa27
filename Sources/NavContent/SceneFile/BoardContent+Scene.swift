import NavLayout
import NavModel

extension BoardContent {
  /// Converts the board of a scene file.
  ///
  /// - Throws: `malformed` with the board's position if its constraints are invalid.
  package init(_ board: SceneBoard) throws(ContentError) {
    do {
      try self.init(
        boxes: board.boxes.map {
          BoardBox(
            name: $0.name,
            title: $0.title,
            document: $0.document,
            hasBorder: $0.hasBorder
          )
        },
        constraints: board.rules.map {
          BoardConstraint($0.box, BoardDraft($0), origin: $0.origin?.place ?? "")
        }
      )
    } catch {
      throw board.origin.error("\(error)")
    }
  }
}

extension BoardDraft {
  fileprivate init(_ rule: SceneBoard.Rule) {
    self.init(rule.attributes.flatMap(Self.attributes))
    let target: ConstraintTarget<String> =
      switch rule.target {
      case .number(let number): .number(number)
      case .box(let name, nil): .view(name)
      case .box(let name, let attribute?):
        // If the name stands for several attributes, use the same ones of the other box.
        ConstraintAttribute(name: attribute).map { .attribute(name, $0) } ?? .view(name)
      }
    switch rule.relation {
    case .equal: self = equal(to: target)
    case .atLeast: self = atLeast(target)
    case .atMost: self = atMost(target)
    }
    self = multiplied(by: rule.multiplier).offset(rule.offset).inset(rule.inset)
    if let priority = rule.priority { self = self.priority(ConstraintPriority(priority)) }
  }

  /// Returns the attributes of a name in the grammar.
  private static func attributes(_ name: String) -> [ConstraintAttribute] {
    switch name {
    case "edges": edges.attributes
    case "size": size.attributes
    case "center": center.attributes
    default: ConstraintAttribute(name: name).map { [$0] } ?? []
    }
  }
}
