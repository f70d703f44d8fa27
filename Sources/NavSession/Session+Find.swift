import NavLayout
import NavScene

/// Below what something is looked for: a directory, a book, a document.
package struct FindScope: Hashable, Sendable {
  /// What reads it.
  package let source: PageSource
  /// Of the directory.
  package let path: [UInt8]
  /// The keys that lead there from the root of the stack.
  package let keys: [[UInt8]]
}

extension Session {
  /// What the innermost stack that has the keys shows, to be looked through.
  ///
  /// - Throws: where that is nothing of which more is known than what is shown.
  package func findScope() throws(Rejection) -> FindScope {
    guard let id = innermostStack, case .stack(let stack) = tree[id], let scope = stack.findScope
    else {
      throw Rejection(
        "there is nothing below to find: F looks through directories, books, documents"
      )
    }
    return scope
  }
}

extension StackNode {
  /// The directory that is shown, or that the file lies in which is; of a book or a document all of it.
  fileprivate var findScope: FindScope? {
    switch source.kind {
    case .docs, .outline: return FindScope(source: source, path: [], keys: [])
    case .files:
      guard let active = state.active else { return nil }
      let directory = (0...active).last { index in
        pages[state.pages[index].id]?.slot.rows?.content.list != nil
      }
      guard let directory else { return nil }
      let path = pages[state.pages[directory].id]?.path ?? []
      return FindScope(source: source, path: path, keys: openedKeys(upTo: directory))
    case .nowhere, .program: return nil
    }
  }
}
