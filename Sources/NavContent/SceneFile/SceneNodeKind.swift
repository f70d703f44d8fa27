import NavBase

/// A kind of node in scene files: its key, the maps that it consists of, and its reader.
///
/// The rows of kinds of containers are in `Containers`, in the file that is named after the kind.
struct SceneNodeKind: Sendable {
  /// The key of its content in a node.
  let name: String
  /// The maps in its content, beside other nodes.
  let maps: [SceneMap]
  /// Whether it has rows of its own, and so may have insets.
  let hasInsets: Bool
  let read: @Sendable (inout SceneReader, SceneNode) throws(ContentError) -> SessionContent

  init(
    _ name: String,
    maps: [SceneMap] = [],
    hasInsets: Bool = false,
    read:
      @escaping @Sendable (inout SceneReader, SceneNode) throws(ContentError)
      -> SessionContent
  ) {
    self.name = name
    self.maps = maps
    self.hasInsets = hasInsets
    self.read = read
  }

  /// All kinds, in the order of messages and of the manual.
  static let all: [SceneNodeKind] = [
    text, file, deck, tree, docs, outline, command, list, board, pager, book, options, stack, tabs,
    split,
  ]

  /// The kinds of nodes that may have insets: those with rows of their own.
  static let withInsets = all.filter(\.hasInsets)

  /// The kinds of nodes that fingers move.
  static let withScrolling = withInsets + [pager, options, stack]
}

/// A map of a scene file: its name in the schema and in messages, and its valid keys.
struct SceneMap: Sendable {
  /// Its name in the schema.
  let name: String
  /// Its name in messages, such as `a pager`.
  let title: String
  let keys: [String]

  init(_ name: String, _ title: String, _ keys: [String]) {
    self.name = name
    self.title = title
    self.keys = keys
  }

  static let node = SceneMap(
    "node",
    "a node",
    ["title"] + SceneNodeKind.all.map(\.name) + orderKeys + sizeKeys + scrollingKeys
  )

  /// Keys of a node that only a tree may have.
  static let orderKeys = ["hidden", "sort"]

  /// Keys of a node that only a page of a stack, or one with rows, may have.
  private static let sizeKeys = ["size", "insets"]

  /// Keys of a node that only one that fingers move may have.
  static let scrollingKeys = ["bounces", "scroll_enabled", "shows_indicators"]

  static let insets = SceneMap("insets", "insets", ["top", "left", "bottom", "right"])
}

/// The valid keys of each map in a scene file.
package enum SceneKeys {
  /// The keys that name the kind of a node.
  package static let contents = SceneNodeKind.all.map(\.name)

  /// The valid keys by the kind of the map.
  package static let all: [String: [String]] = Dictionary(
    uniqueKeysWithValues: ([.node, .insets] + SceneNodeKind.all.flatMap(\.maps)).map {
      ($0.name, $0.keys)
    }
  )
}

/// A node of a scene file: its map, and what applies where that leaves something out.
struct SceneNode {
  let kind: SceneNodeKind
  let fields: SceneFields
  /// The content, under the key of its kind.
  let value: YAMLValue
  /// The title in its map.
  let title: String?
  /// The title of content that has none.
  let name: String
  /// The nesting depth, from 1.
  let depth: Int
  /// Whether it is the root of a stack or a page that an entry opens.
  let isPageOfStack: Bool
}
