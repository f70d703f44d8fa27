package import NavText

/// Constraints between boxes of a board, which are named.
package typealias BoardDraft = ConstraintDraft<String>

/// A box of a board: a title and a text.
package struct BoardBox: Hashable, Sendable {
  /// What constraints call it.
  package var name: String
  /// Stands in the border, or in a row of its own; empty for none.
  package var title: String
  /// Wrapped to the width of the box.
  package var document: TextDocument
  package var hasBorder: Bool

  package init(name: String, title: String = "", document: TextDocument, hasBorder: Bool = true) {
    self.name = name
    self.title = title
    self.document = document
    self.hasBorder = hasBorder
  }

  /// A box of plain text, of which each line begins a row.
  package init(name: String, title: String = "", lines: [String] = [], hasBorder: Bool = true) {
    let text = StyledText(lines.joined(separator: "\n"))
    let document = TextDocument(blocks: lines.isEmpty ? [] : [.paragraph(text)])
    self.init(name: name, title: title, document: document, hasBorder: hasBorder)
  }
}

/// Constraints of one box.
package struct BoardConstraint: Hashable, Sendable {
  package var box: String
  package var draft: BoardDraft
  /// Where its author has written it, as file, line and column; empty where nobody has.
  package var origin: String

  package init(_ box: String, _ draft: BoardDraft, origin: String = "") {
    self.box = box
    self.draft = draft
    self.origin = origin
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
    let lines = boxes.reduce(0) { $0 + $1.lineCount }
    guard lines <= Self.mostLines else {
      throw .tooMany("lines", count: lines, limit: Self.mostLines)
    }
    try Self.checkNames(boxes)
    self.boxes = boxes.map { box in
      var box = box
      box.title = sanitized(box.title)
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

  /// The columns that a page of its own has on terminals of 40, 80, 120 and 200.
  package static let commonWidths = [36, 76, 116, 196]

  /// The constraints that do not hold in pages of some widths, in the order in which they were written.
  ///
  /// - Parameter widths: of the page, in columns; one that holds at some of them is told with the first at which it
  ///   does not.
  /// - Returns: one fault for each constraint.
  package func faults(forWidths widths: [Int] = Self.commonWidths) -> [BoardFault] {
    guard !constraints.isEmpty, var plan = try? BoardPlan(self) else { return [] }
    var found: [Int: (fault: BoardFault, columns: Int, count: Int)] = [:]
    for columns in widths {
      plan.layOut(columns: max(1, columns))
      for fault in plan.faults {
        found[fault.constraint, default: (fault, columns, 0)].count += 1
      }
    }
    return found.values.sorted { $0.fault.constraint < $1.fault.constraint }.map { found in
      var fault = found.fault
      if found.count < widths.count { fault.text += " (in \(found.columns) columns)" }
      return fault
    }
  }
}
