import NavLayout

extension SceneNode {
  /// All boards in it.
  var boards: [SceneBoard] {
    switch self {
    case .board(let board): [board]
    case .list(let list): list.entries.compactMap(\.page).flatMap(\.boards)
    case .pager(let pager):
      switch pager.pages {
      case .listed(let pages): pages.flatMap(\.boards)
      case .numbered: []
      }
    case .stack(let root, _): root.boards
    case .tabs(let tabs): tabs.items.flatMap(\.content.boards)
    case .inset(let node, _): node.boards
    case .page, .tree, .docs, .outline, .command: []
    }
  }
}

extension SceneFile {
  /// Finds the constraints of boards that can't hold together, in a scene that has no other fault.
  ///
  /// - Parameters:
  ///   - text: what would stand in the file.
  ///   - path: where the file is said to be.
  /// - Returns: what is dropped and against what, each at its constraint; or why a board can't be laid out at all.
  static func conflicts(in text: String, path: String) -> [SceneFault] {
    guard let scene = try? parse(text, path: path) else { return [] }
    var faults: [SceneFault] = []
    for board in scene.boards {
      do throws(ContentError) {
        for fault in try BoardContent(board).faults() {
          guard let origin = board.rules[fault.constraint].origin else { continue }
          faults.append(
            SceneFault(
              line: origin.line,
              column: origin.column,
              problem: fault.text + ": take one of them away, or give it a priority",
              excerpt: origin.excerpt
            )
          )
        }
      } catch {
        if case .malformed(_, let fault) = error { faults.append(fault) }
      }
    }
    return faults
  }
}
