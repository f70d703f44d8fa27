/// Constraints between the boxes of a board, which are identified by name.
package typealias BoardDraft = ConstraintDraft<String>

/// A box of a board: a title and a text.
package struct BoardBox: Hashable, Sendable {
  /// The name used in constraints.
  package var name: String
  /// The title, in the border or in a separate row; empty for none.
  package var title: String
  /// The text, wrapped to the width of the box.
  package var document: TextDocument
  package var hasBorder: Bool

  package init(name: String, title: String = "", document: TextDocument, hasBorder: Bool = true) {
    self.name = name
    self.title = title
    self.document = document
    self.hasBorder = hasBorder
  }

  /// Creates a box of plain text; each line begins a row.
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
  /// The position in the source file, as file, line and column; empty if there is none.
  package var origin: String

  package init(_ box: String, _ draft: BoardDraft, origin: String = "") {
    self.box = box
    self.draft = draft
    self.origin = origin
  }
}

/// A page of boxes positioned by constraints, independent of sizes.
///
/// The page has the name `page`: its width is the viewport's, its height follows from the boxes (MA-7). The viewport has
/// the name `screen`, and a width and a height (D-21), unless a box has that name. Numbers are columns and rows. Without constraints, a box has the width and height of its text, is not wider than the page, and
/// is at the page's left or upper edge.
package struct BoardContent: Hashable, Sendable {
  package let boxes: [BoardBox]
  package let constraints: [BoardConstraint]

  /// The name of the page in constraints.
  package static let page = "page"
  /// The name of the viewport in constraints, behind the relation.
  package static let screen = "screen"
  package static let mostBoxes = 200
  /// The largest number of constraints; a group of attributes counts as one.
  package static let mostConstraints = 1_000
  /// The largest number of constraints if each attribute and each target counts.
  package static let mostParts = 90_000
  /// The largest number of lines of text in all boxes.
  package static let mostLines = 2_000
  /// The longest name, in UTF-8 bytes.
  package static let longestName = 64

  /// - Parameters:
  ///   - boxes: the boxes in reading order; a later one covers earlier ones. Texts need not be sanitised.
  ///   - constraints: the constraints, oldest first.
  /// - Throws: the first error, with its context.
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
    try checkConstraints()
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

  private func checkConstraints() throws(BoardError) {
    let names = Set(boxes.map(\.name)).union([Self.page])
    var count = 0
    for constraint in constraints {
      let compared = constraint.draft.items.filter { $0 != Self.screen }
      for name in [constraint.box] + compared where !names.contains(name) {
        throw .unknownBox(name, constraint: constraint.box)
      }
      do throws(ConstraintError) {
        count += try constraint.draft.parts().count
      } catch {
        throw .constraint(constraint.box, error)
      }
    }
    guard count <= Self.mostParts else {
      throw .tooMany("constraints", count: count, limit: Self.mostParts)
    }
  }
}

extension BoardBox {
  /// The number of lines in the source text.
  fileprivate var lineCount: Int {
    document.leaves.reduce(0) { count, leaf in
      switch leaf {
      case .heading(_, let text), .paragraph(let text):
        count + text.text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
      case .code(let code): count + code.lines.count
      case .preformatted(let lines): count + lines.count
      case .table(let table): count + table.rows.count + 1
      case .space(let rows): count + rows
      case .list, .quote, .alert, .aligned, .versions, .rule, .pause, .columns, .picture, nil:
        count + 1
      }
    }
  }
}

/// An invalid board.
package enum BoardError: Error, Hashable, Sendable, CustomStringConvertible {
  case duplicateName(String)
  /// The name of a box is empty or too long.
  case badName(String)
  case unknownBox(String, constraint: String)
  /// An error in a box's constraint.
  case constraint(String, ConstraintError)
  case tooMany(String, count: Int, limit: Int)

  package var description: String {
    switch self {
    case .duplicateName(BoardContent.page):
      "a box is called \(BoardContent.page), as the page is: give it another name"
    case .duplicateName(let name): "box \(name) is there twice: give each box its own name"
    case .badName(let name):
      """
      '\(name.prefix(BoardContent.longestName))' cannot name a box: \
      give it 1 to \(BoardContent.longestName) bytes
      """
    case .unknownBox(let name, let constraint):
      """
      there is no box \(name), which a constraint of \(constraint) names: \
      name a box or \(BoardContent.page)
      """
    case .constraint(let box, let error): "box \(box): \(error)"
    case .tooMany(let what, let count, let limit):
      "\(count) \(what) are too many: give at most \(limit)"
    }
  }
}
