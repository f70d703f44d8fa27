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
