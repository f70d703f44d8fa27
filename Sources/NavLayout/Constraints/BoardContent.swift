import NavText

/// Constraints between boxes of a board, which are named.
package typealias BoardDraft = ConstraintDraft<String>

/// A box of a board: a title and lines of text.
package struct BoardBox: Hashable, Sendable {
  /// What constraints call it.
  package var name: String
  /// Stands in the border, or in a row of its own; empty for none.
  package var title: String
  /// Each is wrapped to the width of the box.
  package var lines: [String]
  package var hasBorder: Bool

  package init(name: String, title: String = "", lines: [String] = [], hasBorder: Bool = true) {
    self.name = name
    self.title = title
    self.lines = lines
    self.hasBorder = hasBorder
  }
}

/// Constraints of one box.
package struct BoardConstraint: Hashable, Sendable {
  package var box: String
  package var draft: BoardDraft

  package init(_ box: String, _ draft: BoardDraft) {
    self.box = box
    self.draft = draft
  }
}

/// A page made of boxes that are placed by constraints, without any size.
///
/// The page is called `page`: its width is the viewport's, its height follows from the boxes (MA-7). Numbers are
/// columns and rows. What no constraint says: a box is as wide and as high as its text, is not wider than the
/// page, and stands at the page's left or upper edge.
package struct BoardContent: Hashable, Sendable {
  package let boxes: [BoardBox]
  package let constraints: [BoardConstraint]

  /// What constraints call the page.
  package static let page = "page"
  package static let mostBoxes = 200
  /// The most constraints, a group of attributes counted as one.
  package static let mostConstraints = 1_000
  /// The most lines of text of all boxes.
  package static let mostLines = 2_000
  /// The longest name, in UTF-8 bytes.
  package static let longestName = 64

  /// - Parameters:
  ///   - boxes: in reading order; a later one lies upon those before it. Texts need not be sanitised.
  ///   - constraints: oldest first.
  /// - Throws: the first mistake, with what it is about.
  package init(
    boxes: [BoardBox],
    constraints: [BoardConstraint]
  ) throws(BoardError) {
    guard boxes.count <= Self.mostBoxes else {
      throw .tooMany("boxes", count: boxes.count, limit: Self.mostBoxes)
    }
    guard constraints.count <= Self.mostConstraints else {
      throw .tooMany("constraints", count: constraints.count, limit: Self.mostConstraints)
    }
    let lines = boxes.reduce(0) { $0 + $1.lines.count }
    guard lines <= Self.mostLines else {
      throw .tooMany("lines", count: lines, limit: Self.mostLines)
    }
    try Self.checkNames(boxes)
    self.boxes = boxes.map { box in
      var box = box
      box.title = sanitized(box.title)
      box.lines = box.lines.map { sanitized($0) }
      return box
    }
    self.constraints = constraints
    _ = try BoardPlan(self)
  }

  private static func checkNames(_ boxes: [BoardBox]) throws(BoardError) {
    var names: Set = [Self.page]
    for box in boxes {
      guard !box.name.isEmpty, box.name.utf8.count <= Self.longestName else {
        throw .badName(box.name)
      }
      guard names.insert(box.name).inserted else { throw .duplicateName(box.name) }
    }
  }

  /// What cannot be as the constraints ask in a page of so many columns.
  package func report(forWidth columns: Int) -> BoardReport {
    guard var plan = try? BoardPlan(self) else { return BoardReport(lines: []) }
    plan.layOut(columns: max(1, columns))
    return plan.report
  }
}
