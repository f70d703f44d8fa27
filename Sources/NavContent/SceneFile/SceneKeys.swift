import NavModel

/// The valid keys of each map in a scene file.
package enum SceneKeys {
  static let node = ["title"] + SceneNodeKind.allCases.map(\.rawValue) + order + ["size", "insets"]
  /// Keys that only a tree may have.
  static let order = ["hidden", "sort"]
  /// The sides of a page.
  static let insets = ["top", "left", "bottom", "right"]
  static let list = ["title", "entries", "sections", "notes"]
  static let entry = ["label", "detail", "selectable", "open", "size", "activate"]
  static let section = ["title", "entries"]
  static let board = ["title", "boxes", "constraints"]
  static let box = ["name", "title", "text", "border"]
  static let pager = [
    "title", "pages", "numbered", "transition", "axis", "spacing", "spine", "double_sided",
    "header", "start", "dots",
  ]
  static let numbered = ["name", "count"]
  static let book = ["title", "pages", "deck", "spine", "double_sided", "header", "start"]
  static let options = ["title", "pages", "name", "count", "transition", "start"]
  static let stack = ["title", "root"]
  static let tabs = ["title", "items", "attachment", "attachment_shown"]
  static let split = ["title", "parts", "shares"]
  static let command = CommandLine.Kind.allCases.map(\.name) + ["directory"]
  static let tab = ["title", "icon", "badge", "badge_role", "content"]

  /// The keys that name the kind of a node.
  package static let contents = SceneNodeKind.allCases.map(\.rawValue)

  /// The valid keys by the kind of the map.
  package static let all: [String: [String]] = [
    "node": node, "insets": insets, "list": list,
    "entry": entry, "section": section, "board": board, "box": box,
    "pager": pager, "numbered": numbered, "book": book, "options": options, "stack": stack,
    "tabs": tabs, "tab": tab, "split": split, "command": command,
  ]
}

/// The kind of a node; the raw value is its key.
enum SceneNodeKind: String, CaseIterable {
  case text, file, deck, tree, docs, outline, command, list, board, pager, book, options, stack,
    tabs, split
}
