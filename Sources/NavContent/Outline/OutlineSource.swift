/// A document whose values are read when they are looked at.
protocol OutlineSource: Sendable {
  /// Where a value is, without what it says.
  associatedtype Node: Sendable

  /// The outermost value; nil where there is none, or none yet.
  var root: Node? { get }
  var progress: OutlineProgress { get }

  /// What a value is.
  func shape(of node: Node) -> OutlineShape
  /// The values in one whose shape is `.values`, from one number to another, or as far as they are read.
  func items(of node: Node, in range: Range<Int>) -> [OutlineItem<Node>]
  /// What a value says that has no others in it.
  func text(of node: Node) -> OutlineText
  /// The beginnings of what is in values that have others in them, in one line each that need not be sanitised.
  ///
  /// Costs as much for a long value as for a short one.
  func previews(of nodes: [Node]) -> [String]
  /// Reads on for a moment.
  ///
  /// - Returns: whether there is more.
  func readOn() -> Bool
}

/// How far a document is read.
package struct OutlineProgress: Hashable, Sendable {
  /// From 0 to 1.
  package var share: Double
  /// Whether nothing more will be read.
  package var isDone: Bool
  /// What is wrong with the document.
  package var fault: SceneFault?
}

/// What is known of a value before it is read.
enum OutlineShape: Hashable, Sendable {
  /// Other values, as many as are known so far.
  case values(count: Int, isMap: Bool, isOpen: Bool)
  case text
}

/// One of the values in another one.
struct OutlineItem<Node: Sendable>: Sendable {
  enum Name: Hashable, Sendable {
    /// Of a map.
    case key(String, isCut: Bool)
    /// In a list, from 0.
    case number(Int)
  }

  var name: Name
  var node: Node
  /// The beginning of what it says, in one line that need not be sanitised; empty for values with others in them.
  var summary = ""
  /// The value that stands in its place, where it refers to one: its shape is shown.
  var shown: Node?
}

/// What a value says.
struct OutlineText: Hashable, Sendable {
  var text: String
  /// What is said below it.
  var notes: [String] = []
}
