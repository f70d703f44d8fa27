import NavBase

/// A document whose values are read on demand.
protocol DataSource: Sendable {
  /// The position of a value, without its content.
  associatedtype Node: Sendable

  /// The outermost value; nil if there is none, or none has been read yet.
  var root: Node? { get }
  var progress: DataProgress { get }
  /// The first faults of the documents that have been read: of each one that has a fault; at most one without a sequence.
  var faults: [SceneFault] { get }

  /// Returns the shape of a value.
  func shape(of node: Node) -> DataShape
  /// Returns a range of the values in a container, as far as they have been read.
  ///
  /// - Parameters:
  ///   - node: the container.
  ///   - range: the range.
  ///   - first: the first value of the range in a sequence of values, if it is known.
  func items(of node: Node, in range: Range<Int>, from first: Node?) -> [DataItem<Node>]
  /// Returns the byte at which a value in a container begins, or its key if it has one; nil if it has not been read.
  func start(ofItem index: Int, of node: Node) -> Int?
  /// Returns the text of a scalar.
  func text(of node: Node) -> DataText
  /// Returns a one-line preview of each container, not necessarily sanitised.
  ///
  /// The cost does not depend on the length of a container.
  func previews(of nodes: [Node]) -> [String]
  /// Finds the values whose names or texts may have words, in one pass through what has been read.
  ///
  /// O(length of the document).
  ///
  /// - Parameters:
  ///   - query: the words.
  ///   - report: gets the indices that lead from the root to a value, or nil from time to time, and the number of bytes
  ///     that were searched; the search ends when it returns false.
  func search(for query: TextQuery, _ report: (_ way: [Int]?, _ searched: Int) -> Bool)
  /// Reads a further part of the document.
  ///
  /// - Returns: whether there is more to read.
  func readOn() -> Bool
  /// Takes what was appended to the file.
  ///
  /// - Parameter size: the size of the file.
  func grow(to size: Int) -> DataGrowth
}

/// The way in which a document takes what was appended to its file.
enum DataGrowth: Hashable, Sendable {
  /// It has to be opened again.
  case reopened
  /// It is being read, up to its new end.
  case isBeingRead
  /// There is more of it to read (`readOn`).
  case hasMore
}

/// The reading progress of a document.
package struct DataProgress: Hashable, Sendable {
  /// The share that has been read, from 0 to 1.
  package var share: Double
  /// Whether nothing more will be read.
  package var isDone: Bool
  /// The fault of the document; nil if there is none.
  package var fault: SceneFault?
  /// Whether the document was read up to the fault, and no further.
  package var endsAtFault = true
}

/// The properties of a value that are known without reading its content.
enum DataShape: Hashable, Sendable {
  /// A container with the number of its values that have been read so far.
  case values(count: Int, isMap: Bool, isOpen: Bool)
  case text
}

/// A value in a container.
struct DataItem<Node: Sendable>: Sendable {
  enum Name: Hashable, Sendable {
    /// The key in a map; `label` is how it is shown, nil for the key itself.
    case key(String, isCut: Bool, label: String? = nil)
    /// The index in a list, from 0.
    case number(Int)

    /// The name for display, not necessarily sanitised.
    var shown: String {
      switch self {
      case .key(let key, _, let label): label ?? (key.isEmpty ? "\"\"" : key)
      case .number(let number): String(number)
      }
    }
  }

  var name: Name
  var node: Node
  /// The beginning of a scalar in one line, not necessarily sanitised; empty for a container.
  var summary = ""
  /// The value that an alias refers to, which is shown instead.
  var shown: Node?
}

/// The text of a scalar.
struct DataText: Hashable, Sendable {
  var text: String
  /// Messages below the text.
  var notes: [String] = []
}
