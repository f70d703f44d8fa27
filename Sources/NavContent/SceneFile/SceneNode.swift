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
