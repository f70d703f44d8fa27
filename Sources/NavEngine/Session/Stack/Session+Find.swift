package import NavBase
import NavScene

extension Session {
  /// Returns what the innermost focused stack shows, as the scope of a find.
  ///
  /// - Throws: if there is nothing to find beyond what is shown.
  package func findScope() throws(Rejection) -> FindScope {
    guard let stack = innermostStack.flatMap({ tree.stack($0) }), let scope = stack.findScope
    else {
      throw Rejection(
        "there is nothing below to find: F looks through directories, books, documents"
      )
    }
    return scope
  }
}

extension StackNode {
  /// The directory that is shown, or that contains the file that is shown; all of a book or a document.
  fileprivate var findScope: FindScope? {
    switch source.kind.traits.find {
    case .allPages: return FindScope(source: source, path: [], keys: [])
    case .directory:
      guard let active = state.active else { return nil }
      let directory = (0...active).last { index in
        pages[state.pages[index].id]?.slot.rows?.content.list != nil
      }
      guard let directory else { return nil }
      let path = pages[state.pages[directory].id]?.path ?? []
      return FindScope(source: source, path: path, keys: openedKeys(upTo: directory))
    case .nothing: return nil
    }
  }
}
