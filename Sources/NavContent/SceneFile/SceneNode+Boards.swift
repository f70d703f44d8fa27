import NavLayout
import NavModel

extension SceneNode {
  /// All boards in this node and the nodes inside it.
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
    case .split(let split): split.parts.flatMap(\.boards)
    case .inset(let node, _): node.boards
    case .page, .tree, .docs, .outline, .command: []
    }
  }
}

extension SceneFile {
  /// Finds conflicting constraints of boards, in a scene without other faults.
  ///
  /// - Parameters:
  ///   - text: the text of a scene file.
  ///   - path: the path of the file.
  /// - Returns: a fault for each constraint that is dropped because of a conflict, or the reason why a board can't be
  ///   laid out.
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
